int other() {
  return 3;
}
