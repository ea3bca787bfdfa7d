#include "reduce_sub_group.hpp"

#include "group_sums.omp.hpp"

int main(int argc, char **argv) {
  return run_group_sums<problem>(argc, argv);
}
