int plain_c(int class) {
  return class;
}
