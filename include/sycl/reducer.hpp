/* reducer: what a kernel hands its contributions to. SYCL 2020, 4.9.2.3.
 *
 * Every work-item that runs has reducers of its own; nothing is shared until it is done. */
#ifndef FALX_SYCL_REDUCER_HPP
#define FALX_SYCL_REDUCER_HPP

#include <sycl/functional.hpp>
#include <sycl/range.hpp>

namespace sycl::detail {

struct reducer_access; // makes reducers and takes their totals

template <class Op, template <class> class Object, class T>
inline constexpr bool is_operator =
    std::is_same_v<as_sycl_t<Op>, Object<T>> || std::is_same_v<as_sycl_t<Op>, Object<void>>;

/* What a running total is carried in. Sums of floats in double: a float would lose digits at every
 * step of a long sum. */
template <class T, class Op>
using carried = std::conditional_t<std::is_same_v<T, float> && is_operator<Op, plus, T>, double, T>;

/* A value under reduction: begins as the identity, or, where none is known, as nothing. */
template <class T, class Op, bool HasIdentity> struct gathered {
  carried<T, Op> value;
  void add(const Op &op, const carried<T, Op> &x) {
    if constexpr (std::is_same_v<carried<T, Op>, T>)
      value = op(value, x);
    else
      value += x;
  }
  void add(const Op &op, const gathered &o) { add(op, o.value); }
};
template <class T, class Op> struct gathered<T, Op, false> {
  T value;
  bool is_set;
  void add(const Op &op, const T &x) {
    value = is_set ? op(value, x) : x;
    is_set = true;
  }
  void add(const Op &op, const gathered &o) {
    if (o.is_set)
      add(op, o.value);
  }
};

/* The operators of a reducer whose combination is that of the operator. */
template <class Self, class T, class Op> struct combining {
#define FALX_REDUCER_OPERATOR(symbol, object)                                                      \
  template <class O = Op, std::enable_if_t<is_operator<O, object, T>, int> = 0>                    \
  friend Self &operator symbol(Self &self, const T &x) {                                           \
    self.combine(x);                                                                               \
    return self;                                                                                   \
  }                                                                                                \
  template <class O = Op, std::enable_if_t<is_operator<O, object, T>, int> = 0>                    \
  friend Self &operator symbol(Self &&self, const T &x) {                                          \
    self.combine(x);                                                                               \
    return self;                                                                                   \
  }
  FALX_REDUCER_OPERATOR(+=, plus)
  FALX_REDUCER_OPERATOR(*=, multiplies)
  FALX_REDUCER_OPERATOR(&=, bit_and)
  FALX_REDUCER_OPERATOR(|=, bit_or)
  FALX_REDUCER_OPERATOR(^=, bit_xor)
#undef FALX_REDUCER_OPERATOR
  template <
      class S,
      std::enable_if_t<std::is_same_v<std::decay_t<S>, Self> && is_operator<Op, plus, T>, int> = 0>
  friend Self &operator++(S &&self) {
    self.combine(T(1));
    return self;
  }
  template <
      class S,
      std::enable_if_t<std::is_same_v<std::decay_t<S>, Self> && is_operator<Op, plus, T>, int> = 0>
  friend Self &operator++(S &&self, int) {
    self.combine(T(1));
    return self;
  }
};

/* One element of a reducer over a span. */
template <class T, class Op, bool HasIdentity>
struct reducer_element : combining<reducer_element<T, Op, HasIdentity>, T, Op> {
  using value_type = T;
  using binary_operation = Op;
  static constexpr int dimensions = 0;

  gathered<T, Op, HasIdentity> &total;
  const Op &op;
  const gathered<T, Op, HasIdentity> &start;
  reducer_element(gathered<T, Op, HasIdentity> &t, const Op &o,
                  const gathered<T, Op, HasIdentity> &s)
      : total(t), op(o), start(s) {}
  reducer_element &combine(const T &x) {
    total.add(op, x);
    return *this;
  }
  T identity() const {
    static_assert(HasIdentity, "the reduction has no identity");
    return static_cast<T>(start.value);
  }
};

} // namespace sycl::detail

namespace sycl {

template <class T, class Op, int Dimensions = 0, size_t Extent = 1, bool HasIdentity = true>
class reducer : public detail::combining<reducer<T, Op, Dimensions, Extent, HasIdentity>, T, Op> {
public:
  using value_type = T;
  using binary_operation = Op;
  static constexpr int dimensions = Dimensions;

  reducer(const reducer &) = delete;
  reducer &operator=(const reducer &) = delete;

  reducer &combine(const T &x) {
    static_assert(Dimensions == 0, "combine into an element of the reducer: sum[i].combine(x)");
    total_[0].add(op_, x);
    return *this;
  }
  auto operator[](size_t i) {
    static_assert(Dimensions == 1, "only a reduction over a span has elements");
    return detail::reducer_element<T, Op, HasIdentity>(total_[i], op_, start_);
  }
  T identity() const {
    static_assert(HasIdentity, "the reduction has no identity");
    return static_cast<T>(start_.value);
  }

private:
  friend struct detail::reducer_access;
  using gathered = detail::gathered<T, Op, HasIdentity>;
  /* first: what totals begin with, which may be another way to write the identity, start. */
  reducer(const Op &op, const gathered &start, const gathered &first)
      : op_(op), start_(start), total_{first} {
    for (size_t i = 1; i < Extent; ++i)
      total_[i] = first;
  }
  const Op &op_;
  const gathered &start_;
  gathered total_[Extent];
};

} // namespace sycl

#endif
