/* A plain C program: calls run() of the library it is linked with. */
int run(void);
int main(void) {
  return run();
}
