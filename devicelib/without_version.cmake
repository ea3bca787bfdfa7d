# cmake -DFILE=file.ll -P without_version.cmake: a module that is linked into others does not say in which
# version of OpenCL C it was written; drivers would take that for the version of the whole.
file(READ "${FILE}" text)
string(REGEX REPLACE "!opencl\\.ocl\\.version[^\n]*\n" "" text "${text}")
file(WRITE "${FILE}" "${text}")
