"""A C header as Markdown: its comments as text, its declarations as code."""
import re


def clean(comment):
    """The text of a comment, without its stars."""
    lines = [re.sub(r"^\s*\*? ?", "", line) for line in comment.strip()[2:-2].split("\n")]
    return "\n".join(lines).strip()


def prose(text):
    """Text for a page: names as code, what Markdown would take for marks as it is; lists stay lists."""
    blocks, item = [], []
    for line in text.split("\n") + [""]:
        if (not line.strip() or line.startswith("- ")) and item:
            blocks.append(" ".join(item))
            item = []
        if line.strip():
            item.append(line.strip())
    out = []
    for block in blocks:
        block = block.replace("*", "\\*").replace("<", "&lt;").replace("[", "\\[").replace("|", "\\|")
        block = re.sub(r"(?<![`\w])((?:out_|falx_|FALX_|ERROR_)\w*(?:\\\*|\(\))?|struct falx_\w+|NULL)",
                       lambda m: "`" + m.group(1).replace("\\*", "*") + "`", block)
        out.append(re.sub(r"\bdocs/([-\w]+)\.md", r"[\1](../\1.md)", block))
    return "\n".join((b if b.startswith("- ") else "\n" + b + "\n") for b in out).strip("\n")


def declarations(text):
    """(comment, code) of each declaration; comment alone where an empty line follows it."""
    position, comment = 0, None
    pattern = re.compile(r"/\*.*?\*/|#(?:[^\n\\]|\\\n)*|[^\s/#]", re.S)
    while True:
        match = pattern.search(text, position)
        if not match:
            if comment:
                yield comment, ""
            return
        if match.group(0).startswith("/*"):
            if comment:
                yield comment, ""
            comment, position = match.group(0), match.end()
            continue
        if match.group(0).startswith("#"):
            end = match.end()
            code = match.group(0)
        else:
            end, depth, i = None, 0, match.start()
            while i < len(text):
                if text.startswith("/*", i):
                    i = text.index("*/", i) + 2
                    continue
                depth += {"{": 1, "}": -1}.get(text[i], 0)
                if text[i] == ";" and depth == 0 or text[i] == "}" and depth < 0:
                    end = i + 1
                    break
                i += 1
            if end is None:
                return
            trailing = re.match(r" */\*(?:(?!\*/).)*\*/", text[end:])
            end += trailing.end() if trailing else 0
            code = text[match.start():end]
        yield comment, code
        comment, position = None, end


def describe(text, file_name):
    """Lines of Markdown for a header."""
    text = re.sub(r"#ifdef __(?:cplusplus|GNUC__).*?#endif\n", "", text, flags=re.S)
    lines, pending, count = [], [], 0

    def flush():
        if pending:
            lines.extend(["```c", *pending, "```", ""])
            pending.clear()

    for comment, code in declarations(text):
        if comment:
            title = re.match(r"/\* ---- (.*?) ----(.*)\*/$", comment, re.S)
            body = clean(comment) if not title else clean("/*" + title.group(2) + "*/")
            flush()
            if title:
                name, _, rest = title.group(1).partition(": ")
                lines += [f"## {name}", ""]
                body = f"{rest}\n\n{body}"
            if body.strip():
                lines += [prose(body), ""]
        if not code or re.match(r"#(?!define FALX_\w+[ (])|#define FALX_API ", code):
            continue
        count += code.count("FALX_API ")
        pending.append(code)
    flush()
    if count != text.count("\nFALX_API "):
        raise SystemExit(f"include/falx/{file_name}: error: not every declaration is in the reference")
    return lines
