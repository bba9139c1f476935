import os
import subprocess
import sys

from . import program

if os.name == "posix":
    os.execv(program(), ["chaffinch", *sys.argv[1:]])
sys.exit(subprocess.run([program(), *sys.argv[1:]]).returncode)
