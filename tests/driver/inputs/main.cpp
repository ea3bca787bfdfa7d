void fill(int *values, int value);
int main() {
  int value = 0;
  fill(&value, 7);
  return value == 7 ? 0 : 1;
}
