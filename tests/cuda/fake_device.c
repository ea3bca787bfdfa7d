/* Devices as H200s, and their primary contexts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cuda/fake.h"

static struct CUctx_st primary[FAKE_MOST_DEVICES]; /* fake_lock */
static _Thread_local CUcontext current;
static bool is_ready;

static int count(void) {
  int wanted = fake_setting("FALX_CUDA_DEVICES", 1);
  return wanted < FAKE_MOST_DEVICES ? wanted : FAKE_MOST_DEVICES;
}

CUcontext fake_current(void) {
  return current;
}

CUresult fake_context_error(void) {
  if (!current)
    return CUDA_ERROR_INVALID_CONTEXT;
  pthread_mutex_lock(&fake_lock);
  CUresult lost = current->lost;
  pthread_mutex_unlock(&fake_lock);
  return lost;
}

/* What atexit calls, with the type of the functions that it is given. */
int __cxa_atexit(void (*function)(void *), void *argument, void *dso);
extern void *__dso_handle;

/* As NVIDIA's: registered by cuInit, it runs before the destructors of the program's objects. */
static void end(void *unused) {
  (void)unused;
  fake_note(CUDA_SUCCESS, "the driver ends");
  __atomic_store_n(&fake_has_ended, true, __ATOMIC_RELEASE);
}

CUresult cuInit(unsigned flags) {
  (void)flags;
  FAKE_BEGIN("cuInit", CUDA_ERROR_OUT_OF_MEMORY);
  static bool is_registered;
  if (!__atomic_exchange_n(&is_registered, true, __ATOMIC_ACQ_REL))
    __cxa_atexit(end, NULL, &__dso_handle);
  is_ready = count() > 0;
  return fake_note(is_ready ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE, "cuInit");
}

CUresult cuDriverGetVersion(int *version) {
  FAKE_BEGIN("cuDriverGetVersion", CUDA_ERROR_INVALID_VALUE);
  *version = fake_setting("FALX_CUDA_VERSION", 13000);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *out_count) {
  FAKE_BEGIN("cuDeviceGetCount", CUDA_ERROR_NOT_INITIALIZED);
  *out_count = count();
  return is_ready ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult cuDeviceGet(CUdevice *out_device, int ordinal) {
  FAKE_BEGIN("cuDeviceGet", CUDA_ERROR_INVALID_DEVICE);
  *out_device = ordinal;
  return ordinal >= 0 && ordinal < count() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDeviceGetName(char *name, int size, CUdevice device) {
  (void)device;
  FAKE_BEGIN("cuDeviceGetName", CUDA_ERROR_INVALID_DEVICE);
  snprintf(name, (size_t)size, "NVIDIA H200");
  return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) {
  (void)device;
  FAKE_BEGIN("cuDeviceTotalMem", CUDA_ERROR_INVALID_DEVICE);
  *bytes = UINT64_C(150121545728);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device) {
  static const int answers[][2] = {
      {1, 1024},  {2, 1024},  {3, 1024},      {4, 64},  {5, INT32_MAX},  {6, 65535},
      {7, 65535}, {8, 49152}, {9, 65536},     {10, 32}, {11, INT32_MAX}, {13, 1980000},
      {16, 132},  {20, 0},    {38, 62914560}, {41, 1},  {75, 9},         {76, 0},
      {83, 1},    {86, 0},    {88, 0},        {89, 1},  {97, 232448}};
  char key[16];
  FAKE_BEGIN("cuDeviceGetAttribute", CUDA_ERROR_INVALID_DEVICE);
  (void)device;
  snprintf(key, sizeof key, "%d=", attribute);
  size_t length = strlen(key);
  const char *told = getenv("FALX_CUDA_ATTRIBUTES");
  for (const char *at = told; at && (at = strstr(at, key)); at += length)
    if (at == told || at[-1] == ',') {
      *value = atoi(at + length);
      return CUDA_SUCCESS;
    }
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
    if (answers[i][0] == attribute) {
      *value = answers[i][1];
      return CUDA_SUCCESS;
    }
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *out_context, CUdevice device) {
  FAKE_BEGIN("cuDevicePrimaryCtxRetain", CUDA_ERROR_OUT_OF_MEMORY);
  pthread_mutex_lock(&fake_lock);
  if (primary[device].references++ == 0) {
    primary[device].lost = CUDA_SUCCESS;
    falx_fake_counts.contexts++;
  }
  primary[device].device = device;
  pthread_mutex_unlock(&fake_lock);
  *out_context = &primary[device];
  return fake_note(CUDA_SUCCESS, "cuDevicePrimaryCtxRetain device %d", device);
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  pthread_mutex_lock(&fake_lock);
  if (--primary[device].references == 0)
    falx_fake_counts.contexts--;
  pthread_mutex_unlock(&fake_lock);
  return fake_note(CUDA_SUCCESS, "cuDevicePrimaryCtxRelease device %d", device);
}

CUresult cuCtxGetCurrent(CUcontext *out_context) {
  *out_context = current;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  FAKE_BEGIN("cuCtxSetCurrent", CUDA_ERROR_INVALID_CONTEXT);
  current = context;
  return fake_note(CUDA_SUCCESS, "cuCtxSetCurrent device %d", context ? context->device : -1);
}

CUresult cuCtxSynchronize(void) {
  FAKE_BEGIN_IN_CONTEXT("cuCtxSynchronize", CUDA_ERROR_UNKNOWN);
  return fake_note(CUDA_SUCCESS, "cuCtxSynchronize");
}

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  FAKE_BEGIN_IN_CONTEXT("cuCtxGetStreamPriorityRange", CUDA_ERROR_INVALID_VALUE);
  *least = 0;
  *greatest = -5;
  return CUDA_SUCCESS;
}

/* Peers: every two devices. */
CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) {
  FAKE_BEGIN("cuDeviceCanAccessPeer", CUDA_ERROR_INVALID_DEVICE);
  *can = device != peer;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetP2PAttribute(int *value, int attribute, CUdevice device, CUdevice peer) {
  FAKE_BEGIN("cuDeviceGetP2PAttribute", CUDA_ERROR_INVALID_DEVICE);
  *value = attribute == CU_P2P_NATIVE_ATOMIC_SUPPORTED && device != peer;
  return CUDA_SUCCESS;
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
  (void)flags;
  FAKE_BEGIN_IN_CONTEXT("cuCtxEnablePeerAccess", CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
  return fake_note(CUDA_SUCCESS, "cuCtxEnablePeerAccess device %d to %d", current->device,
                   peer->device);
}

CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  FAKE_BEGIN_IN_CONTEXT("cuCtxDisablePeerAccess", CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
  return fake_note(CUDA_SUCCESS, "cuCtxDisablePeerAccess device %d to %d", current->device,
                   peer->device);
}
