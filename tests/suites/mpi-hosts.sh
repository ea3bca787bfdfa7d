#!/bin/sh
# mpi-hosts.sh BUILD-OR-INSTALL-FOLDER: examples/mpi by Open MPI on two hosts, which are network namespaces of this
# machine with names of their own: four ranks, two a host, that reach each other by TCP alone. The results are the
# serial ones, to the bit. Ends with 77 where namespaces cannot be made (it takes root and iproute2).
. "$(dirname "$0")/../flows/lib.sh"
need mpirun
need mpicxx
need ip
need unshare
one=falx$$a two=falx$$b
remove() {
  ip netns del $one
  ip netns del $two
} 2>/dev/null
trap 'remove; rm -rf "$work"' EXIT
host() { # host NAMESPACE NUMBER: with one end of the cable
  ip -n "$1" address add "10.213.77.$2/24" dev "$1" && ip -n "$1" link set "$1" up && ip -n "$1" link set lo up
}
{ ip netns add $one && ip netns add $two && ip link add $one netns $one type veth peer name $two netns $two &&
  host $one 1 && host $two 2; } 2>reason || {
  echo "skipped: no network namespaces: $(cat reason)"
  exit 77
}
# On the host of that address, as ssh would.
cat >agent <<END
#!/bin/sh
case \$1 in 10.213.77.1) space=$one ;; *) space=$two ;; esac
shift
exec ip netns exec \$space unshare --uts sh -c 'hostname "\$0" && eval "\$*"' \$space "\$@"
END
chmod +x agent
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
run() {
  timeout 120 ./agent 10.213.77.1 mpirun -np 4 --host 10.213.77.1:2,10.213.77.2:2 --oversubscribe \
    --mca plm_rsh_agent "$work/agent" --mca btl tcp,self --mca btl_tcp_if_include 10.213.77.0/24 \
    --mca oob_tcp_if_include 10.213.77.0/24 "$@" 2>&1
}
said=$(run hostname) || fail "hostname: $said"
[ "$(echo "$said" | sort | uniq -c | tr -d ' \n')" = "2${one}2$two" ] || fail "the hosts of four ranks: $said"
for name in heat nbody; do
  OMPI_CXX=$falx mpicxx -fsycl -O2 "$here/../../examples/mpi/$name.cpp" -o $name || fail "$name does not compile"
  said=$(timeout 60 ./$name 301 20 serial 2>&1) || fail "$name, serial: $said"
  said=$(run "$work/$name" 301 20 "$work/hosts") || fail "$name on two hosts: $said"
  says "4 ranks"
  cmp serial hosts || fail "$name: two hosts have another result"
  rm -f serial hosts
done
finish
