// Takes variables of others by reference: nothing for falx-integration. Only read, never compiled.
int one(device_global<int> &, const device_global<list<int>, 2> &name);
template <class T, class U> int two(device_global<U> &x_);
