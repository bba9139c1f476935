# Runs pip inside this interpreter, and forbids what could run a package's code: any other process.
# To read the metadata of a source package, pip would run its setup.py. The attempt fails when the
# package is downloaded and unpacked, and --no-clean keeps it.
import os, runpy, sys
def forbid(event, args):
    if event in ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty"):
        raise FileNotFoundError("chaffinch executes nothing of a package")
sys.addaudithook(forbid)
sys.executable = ""
sys.argv = ["pip"] + sys.argv[1:]
runpy.run_module("pip", run_name="__main__")
