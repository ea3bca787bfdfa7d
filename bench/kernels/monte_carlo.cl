uint4 philox(uint4 x) {
  uint k = 0x2545f491, l = 0x4f6cdd1d;
  for (int round = 0; round < 10; round++) {
    const uint p = x.s0 * 0xd2511f53u, q = x.s2 * 0xcd9e8d57u;
    x = (uint4)(mul_hi(x.s2, 0xcd9e8d57u) ^ x.s1 ^ k, q, mul_hi(x.s0, 0xd2511f53u) ^ x.s3 ^ l, p);
    k += 0x9e3779b9u, l += 0xbb67ae85u;
  }
  return x;
}
float ends(uint u, uint v, float strike) {
  const float rate = 0.02f, volatility = 0.30f, years = 2, price = 50;
  const float drift = (rate - 0.5f * volatility * volatility) * years;
  const float spread = volatility * 1.41421356f;
  const float radius = sqrt(-2 * log((float)((u >> 8) + 1) * 0x1p-24f));
  const float angle = 6.28318531f * ((float)(v >> 8) * 0x1p-24f);
  const float x = price * exp(drift + spread * (radius * cos(angle))) - strike;
  const float y = price * exp(drift + spread * (radius * sin(angle))) - strike;
  return (x > 0 ? x : 0) + (y > 0 ? y : 0);
}
kernel void work(global const float *strikes, global float *call) {
  const uint i = get_global_id(0);
  const float strike = strikes[i];
  float sum = 0;
  for (uint k = 0; k < 16; k++) {
    const uint4 x = philox((uint4)(i, k, 0, 0));
    sum += ends(x.s0, x.s1, strike) + ends(x.s2, x.s3, strike);
  }
  call[i] = sum * (0.96078944f / 64);
}
