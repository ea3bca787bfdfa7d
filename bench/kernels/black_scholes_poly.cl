float normal(float x) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabs(x));
  const float sum =
      k * (0.319381530f +
           k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228f * exp(-0.5f * x * x) * sum;
  return x < 0 ? tail : 1.0f - tail;
}
kernel void work(global const float *price, global const float *strike, global const float *years,
                 global float *call, global float *put) {
  const size_t i = get_global_id(0);
  const float rate = 0.02f, volatility = 0.30f;
  const float s = price[i], k = strike[i], t = years[i];
  const float root = sqrt(t);
  const float d1 =
      (log(s / k) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
  const float n1 = normal(d1), n2 = normal(d1 - volatility * root);
  const float discounted = k * exp(-rate * t);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}
