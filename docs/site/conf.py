"""Sphinx's settings for the site: docs/site/build.py calls it. The look is furo's, the text MyST's Markdown;
both come from Debian, and pages load nothing from elsewhere."""
project = "Falx"
author = "the Falx authors"
copyright = "the Falx authors. Apache 2.0 with LLVM exceptions"  # pylint: disable=redefined-builtin
extensions = ["myst_parser"]
root_doc = "index"
exclude_patterns = []
# Anchors of headings as code hosting sites make them, which the links between documents use.
myst_heading_anchors = 4
highlight_language = "none"
# Excerpts of IR with "…" in them stay without colours.
suppress_warnings = ["misc.highlighting_failure"]
html_theme = "furo"
html_title = "Falx"
html_static_path = ["_static"]
html_favicon = "_static/falx.svg"
html_css_files = ["falx.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8a2a0b", "color-brand-content": "#8a2a0b"},
    "dark_css_variables": {"color-brand-primary": "#f0a078", "color-brand-content": "#f0a078"},
}
