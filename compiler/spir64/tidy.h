/* The optimizer's tidying for spir64, between its steps and behind passes that change branches. */
#ifndef FALX_COMPILER_SPIR64_TIDY_H
#define FALX_COMPILER_SPIR64_TIDY_H

#define TIDY "instcombine<no-verify-fixpoint>,simplifycfg<switch-range-to-icmp;keep-loops>"
#define TIDY_BRANCHES TIDY ",instcombine<no-verify-fixpoint>"

#endif
