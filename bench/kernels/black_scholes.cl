kernel void work(global const float *price, global const float *strike, global const float *years,
                 global float *call, global float *put) {
  const size_t i = get_global_id(0);
  const float rate = 0.02f, volatility = 0.30f;
  const float s = price[i], k = strike[i], t = years[i];
  const float root = sqrt(t);
  const float d1 =
      (log(s / k) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
  const float d2 = d1 - volatility * root;
  const float n1 = 0.5f + 0.5f * erf(d1 * 0.70710678f);
  const float n2 = 0.5f + 0.5f * erf(d2 * 0.70710678f);
  const float discounted = k * exp(-rate * t);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}
