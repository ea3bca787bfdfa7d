# As the pass tests.
import os

lit_config.load_config(config, os.path.join(os.path.dirname(__file__), "..", "passes", "lit.cfg.py"))
config.name = "falx-regress"
config.test_source_root = os.path.dirname(__file__)
