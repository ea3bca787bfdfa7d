/* support/digest.c: against the reference implementation's results, in pieces of every size. */
#include "cmocka_prelude.h"
#include "support/digest.h"

#include <stdio.h>
#include <string.h>

static const struct {
  size_t size;
  const char *digest;
} known[] = {
    {0, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"},
    {127, "3b03a73c3c02e3eef11be3e2e16c12ccf6090dea00aa861ded320910892e13ac"},
    {128, "6b89237e0a469a721c700b8bbcb51b6231c48e71ff023e0e3444ec84882ae32e"},
    {129, "524a9dc9d008a9ce1d9d2a111bcd10d2461a02dadf30ec5a47225501608a87eb"},
    {255, "c00ba3c990ad9e1b4ebb2fb2127b74f642b2a888b985be208f7a65ad4db0a6fc"},
    {256, "e7001e3026924e6650fcd5b274bc3ddf556a6c7fedfe038383c0f4ad5f26cfc9"},
    {257, "080f7f2ee61cc8ffcf2ad907f7a9824a8445c5e4b194a0106c65f9b9c1ea6787"},
    {1000, "1d16566788d72e44f7c8ca9aaf73edc64bb03fc69322cb735f49974d7c9ce383"},
};

static void check(const unsigned char *data, size_t size, size_t piece, const char *expected) {
  struct fxs_digest digest;
  unsigned char bytes[FXS_DIGEST_SIZE];
  char text[2 * FXS_DIGEST_SIZE + 1];
  fxs_digest_begin(&digest);
  for (size_t at = 0; at < size; at += piece)
    fxs_digest_add(&digest, data + at, size - at < piece ? size - at : piece);
  fxs_digest_end(&digest, bytes);
  for (int i = 0; i < FXS_DIGEST_SIZE; i++)
    snprintf(text + 2 * i, 3, "%02x", bytes[i]);
  assert_string_equal(text, expected);
}

static void first_digits_are_the_name(void **state) {
  const unsigned char data[127] = {0};
  unsigned char bytes[FXS_DIGEST_SIZE];
  struct fxs_digest digest;
  char name[17], text[17];
  (void)state;
  fxs_digest_begin(&digest);
  fxs_digest_add(&digest, data, sizeof data);
  fxs_digest_end(&digest, bytes);
  for (int i = 0; i < 8; i++)
    snprintf(text + 2 * i, 3, "%02x", bytes[i]);
  fxs_digest_name(data, sizeof data, name);
  assert_string_equal(name, text);
}

static void known_results(void **state) {
  unsigned char data[1000];
  (void)state;
  for (size_t i = 0; i < sizeof data; i++)
    data[i] = (unsigned char)(i * 7 + 1);
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    for (size_t piece = 1; piece <= 300; piece++)
      check(data, known[k].size, piece, known[k].digest);
}

static void of_the_rfc(void **state) {
  (void)state;
  check((const unsigned char *)"abc", 3, 3,
        "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(known_results),
                                     cmocka_unit_test(first_digits_are_the_name),
                                     cmocka_unit_test(of_the_rfc)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
