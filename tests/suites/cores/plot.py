"""Curves over sizes, both axes logarithmic: PNG by matplotlib, else an SVG of our own."""
import math

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 900, 560, 70, 20, 20, 50


def write(path, x_name, y_name, curves):
    """curves: (name, color, is dashed, {x: y}). Writes path.png or path.svg."""
    curves = [curve for curve in curves if curve[3]]
    if not curves:
        return
    try:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        path.with_name(path.name + ".svg").write_text(svg(x_name, y_name, curves))
        return
    figure, axes = pyplot.subplots(figsize=(9, 5.6))
    for name, color, is_dashed, points in curves:
        axes.plot(*zip(*sorted(points.items())), color=color, linestyle="--" if is_dashed else "-", label=name)
    axes.set(xscale="log", yscale="log", xlabel=x_name, ylabel=y_name)
    axes.grid(alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path.with_name(path.name + ".png"), dpi=110)


def decades(values):
    return math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))


def svg(x_name, y_name, curves):
    x_least, x_most = decades([x for *_, points in curves for x in points])
    y_least, y_most = decades([y for *_, points in curves for y in points.values()])

    def x_of(x):
        return LEFT + (math.log10(x) - x_least) / max(1, x_most - x_least) * (WIDTH - LEFT - RIGHT)

    def y_of(y):
        return HEIGHT - BOTTOM - (math.log10(y) - y_least) / max(1, y_most - y_least) * (HEIGHT - TOP - BOTTOM)

    def text(x, y, words, anchor="middle"):
        return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
             'font-size="13"><rect width="100%" height="100%" fill="white"/>']
    for e in range(x_least, x_most + 1):
        parts.append(f'<path d="M{x_of(10 ** e):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>')
        parts.append(text(x_of(10 ** e), HEIGHT - BOTTOM + 18, f"1e{e}"))
    for e in range(y_least, y_most + 1):
        parts.append(f'<path d="M{LEFT} {y_of(10 ** e):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(text(LEFT - 6, y_of(10 ** e) + 4, f"1e{e}", "end"))
    parts += [text(WIDTH / 2, HEIGHT - 10, x_name), text(LEFT, TOP - 6, y_name)]
    for number, (name, color, is_dashed, points) in enumerate(curves):
        line = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in sorted(points.items()))
        dash = ' stroke-dasharray="6 4"' if is_dashed else ""
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"{dash}/>')
        y = TOP + 20 + 20 * number
        parts.append(f'<path d="M{LEFT + 15} {y}h30" stroke="{color}" stroke-width="2"{dash}/>')
        parts.append(text(LEFT + 52, y + 4, name, "start"))
    return "\n".join(parts) + "\n</svg>\n"
