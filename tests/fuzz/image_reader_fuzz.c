/* Feeds arbitrary bytes to the image reader (libFuzzer); corpora: any objects, archives, programs.
 *   image_reader_fuzz -max_total_time=600 OWN-FOLDER tests/fuzz/image_reader */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/image/read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Everything that was found lies inside the bytes: reading it all is the test. */
static unsigned long sum(const unsigned char *bytes, uint64_t size) {
  unsigned long total = 0;
  for (uint64_t i = 0; i < size; i++)
    total += bytes[i];
  return total;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fxc_reading reading = {0};
  volatile unsigned long total = 0;
  uint64_t budget = 1u << 22; /* bytes read again and again by overlapping records */
  fxc_read(&reading, data, size);
  for (size_t i = 0; i < reading.images.count; i++) {
    const struct fxc_read_image *image = &reading.images.items[i];
    if (image->bytes && image->size < budget) {
      total += sum(image->bytes, image->size);
      budget -= image->size;
    }
    for (size_t k = 0; k < image->entries.count && budget; k++, budget--)
      total += strnlen(image->entries.items[k], 64);
    for (size_t s = 0; s < image->sets.count; s++)
      for (size_t k = 0; k < image->sets.items[s].properties.count && budget; k++, budget--) {
        const struct fxc_read_property *property = &image->sets.items[s].properties.items[k];
        const struct falx_kernel_record *record;
        if (fxc_read_record(property, &record))
          for (uint32_t p = 0; p < record->param_count && p < 64; p++)
            total += record->params[p].size;
      }
  }
  fxc_reading_free(&reading);
  return 0;
}
