# cmake -DINPUT=file -DOUTPUT=file.c -DNAME=symbol -P embed.cmake: the bytes of a file as an array.
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "((0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,))" "\\1\n" bytes "${bytes}")
file(WRITE "${OUTPUT}" "extern const unsigned char ${NAME}[];\nextern const unsigned long ${NAME}_size;\n"
  "const unsigned char ${NAME}[] = {\n${bytes}};\nconst unsigned long ${NAME}_size = sizeof ${NAME};\n")
