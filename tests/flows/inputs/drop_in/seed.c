int seed(void) {
  int class = 21; /* no C++ */
  return class;
}
