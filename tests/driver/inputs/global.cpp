// Names device_global: falx-integration looks at it.
int device_global;
