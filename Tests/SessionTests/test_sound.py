"""Cards as speech-dispatcher, espeak-ng and mpv make them heard, without a loudspeaker."""

import array
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import socket
import subprocess
import time
import wave

from installation import DATA, HOME, InstalledTest
from support import DEADLINE, Late, run

SOCKET = pathlib.Path(os.environ["XDG_RUNTIME_DIR"], "speech-dispatcher/speechd.sock")
LOG = HOME / "speech-log/speech-dispatcher.log"
CONFIGURATION = f"""LogLevel 5
LogDir "{LOG.parent}"
AudioOutputMethod "libao"
DefaultVolume 100
AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
DefaultModule espeak-ng
"""
ANSWERS = {"はい": "ja", "いいえ": "nein"}
DECK = "#separator:tab\n#language:ja/de\nはい\tja\nいいえ\tnein\n"
SOUNDS = "#separator:tab\nhai[sound:{0}]\tyes\niie[sound:{0}]\tno\n"


class Sound(InstalledTest):
    def setUp(self):
        super().setUp()
        self.write(HOME / ".config/speech-dispatcher/speechd.conf", CONFIGURATION)
        modules = HOME / ".config/speech-dispatcher/modules"
        modules.mkdir()
        shutil.copy("/etc/speech-dispatcher/modules/espeak-ng.conf", modules)
        self.addCleanup(shutil.rmtree, modules.parent)
        LOG.parent.mkdir()
        self.addCleanup(shutil.rmtree, LOG.parent)
        self.write(HOME / ".libao", "default_driver=null\n")
        self.write(HOME / ".config/mpv/mpv.conf", "ao=null\n")
        self.start_server()
        self.write(DATA / "decks/Spoken.tsv", DECK)
        self.start()

    def write(self, file, text):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        self.addCleanup(file.unlink, missing_ok=True)

    def start_server(self):
        """Starts one with our configuration: that of the first spd-say has no such sound card."""
        # That of a server that has ended stays.
        SOCKET.unlink(missing_ok=True)
        server = subprocess.Popen(["speech-dispatcher", "--run-single", "--timeout", "0"],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def end():
            server.terminate()
            server.wait(DEADLINE)
        self.addCleanup(end)
        self.wait_until(SOCKET.exists)

    def memorize(self, *words, code=0):
        return self.run_command("memorize", *words, code=code).stdout

    def spoken(self):
        """What the server was asked to speak, each text with the language of its client."""
        language, texts, is_text = "", [], False
        for line in re.findall(r"\d+:DATA:\|(.*?)\|?\r?$", LOG.read_text(), re.MULTILINE):
            if found := re.match(r"SET SELF LANGUAGE (\S+)", line):
                language = found[1]
            elif line.lower() == "speak":
                is_text = True
            elif is_text:
                texts.append((line.strip(), language))
                is_text = False
        return texts

    def test_verbs_speak_each_side_in_its_language(self):
        self.memorize("practice", "start", "--deck", "Spoken", "--mode", "recall")
        self.memorize("practice", "show", "--sound")
        [(question, language)] = self.spoken()
        self.assertIn(question, ANSWERS)
        self.assertEqual(language, "ja")
        card = self.memorize("deck", "show", "Spoken", "--plain").split("\t")[0]
        self.memorize("deck", "show", card, "--sound")
        self.assertEqual(self.spoken()[1:], [("はい", "ja"), ("ja", "de")])

    def test_a_screen_speaks_question_and_answer(self):
        self.memorize("practice", "config", "set", "speak", "both")
        self.memorize("practice", "start", "--deck", "Spoken", "--mode", "recall")
        screen = Terminal(["memorize", "practice", "play"])
        self.addCleanup(screen.close)
        screen.wait_for("Show answer")
        self.wait_until(self.spoken)
        [(question, language)] = self.spoken()
        self.assertEqual(language, "ja")
        screen.type("r")
        self.wait_until(lambda: self.spoken() == [(question, "ja"), (ANSWERS[question], "de")])
        screen.type("q")
        self.assertEqual(screen.end(), 0)

    def test_doctor_knows_the_voices(self):
        self.memorize("practice", "config", "set", "speak", "both")
        report = self.memorize("doctor", "--plain", "--timeout", str(DEADLINE)).splitlines()
        self.assertRegex("\n".join(line for line in report if "hearing" in line),
                         r"ok\thearing\tspd-say has voices .*: de, en and ja\.")

    def test_espeak_makes_sounds_and_mpv_plays_them(self):
        file = DATA / "media" / ("0" * 40 + ".wav")
        file.parent.mkdir(parents=True, exist_ok=True)
        done = run(["sh", "-c", f"printf ' はい\\n' | espeak-ng --stdin -v ja -w {file}"])
        self.assertEqual(done.returncode, 0, done.stderr)
        with wave.open(str(file)) as sound:
            samples = array.array("h", sound.readframes(sound.getnframes()))
            length = sound.getnframes() / sound.getframerate()
        self.assertGreater(max(map(abs, samples)), 1000)
        self.write(DATA / "decks/Sounds.tsv", SOUNDS.format(file.name))
        self.memorize("practice", "start", "--deck", "Sounds", "--mode", "recall")
        begin = time.monotonic()
        self.memorize("practice", "show", "--sound")
        self.assertGreater(time.monotonic() - begin, length * 0.8)
        self.assertRegex(self.memorize("doctor", "--plain"), r"ok\thearing\tmpv plays")

    def test_a_list_of_addresses_is_no_sound(self):
        # Whoever made a deck would learn who opens its cards, and when.
        with socket.create_server(("127.0.0.1", 0)) as server:
            address = f"http://127.0.0.1:{server.getsockname()[1]}/"
            lists = (f"#EXTM3U\n{address}a.mp3\n", f"[playlist]\nFile1={address}a.mp3\n",
                     f"#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n{address}a.ts\n#EXT-X-ENDLIST\n")
            for number, text in enumerate(lists):
                file = DATA / "media" / (f"{number}" * 40 + ".mp3")
                self.write(file, text)
                self.write(DATA / "decks/Sounds.tsv", SOUNDS.format(file.name))
                card = self.memorize("deck", "show", "Sounds", "--plain").split("\t")[0]
                self.memorize("deck", "show", card, "--sound", code=3)
            self.assertEqual(select.select([server], [], [], 0)[0], [])

    def wait_until(self, condition):
        """Looks again and again: nothing reports what another program does."""
        end = time.monotonic() + DEADLINE
        while not condition():
            if time.monotonic() > end:
                raise Late(f"spoken: {self.spoken() if LOG.exists() else 'nothing'}")
            select.select([], [], [], 0.02)


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, command):
        self.text = ""
        self.process, self.master = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="xterm", COLUMNS="80", LINES="24")
            os.execvp(command[0], command)

    def type(self, text):
        os.write(self.master, text.encode())

    def wait_for(self, text):
        end = time.monotonic() + DEADLINE
        while text not in self.text:
            self.read(end)

    def read(self, end):
        """Reads what comes next; false at the end of the program."""
        if not select.select([self.master], [], [], max(end - time.monotonic(), 0))[0]:
            raise Late(f"the screen is {self.text}")
        try:
            self.text += os.read(self.master, 1 << 16).decode(errors="replace")
        except OSError:
            return False
        return True

    def end(self):
        """The exit status of the program."""
        end = time.monotonic() + DEADLINE
        while self.read(end):
            pass
        process, self.process = self.process, 0
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])

    def close(self):
        os.close(self.master)
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
