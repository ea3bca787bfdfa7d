int broken = undeclared;
