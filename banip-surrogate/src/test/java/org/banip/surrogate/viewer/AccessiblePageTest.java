package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.banip.alerts.finding.Severity;
import org.banip.core.ban.SensorGroup;
import org.banip.core.command.CommandArgument;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandRole;
import org.banip.core.frame.Control;
import org.banip.surrogate.alert.AlertState;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.Patience;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page with three patients and two alerts, for people who see little, hear it read, or use no mouse: axe-core and keys, in a real browser. */
class AccessiblePageTest {
    /** A folder for pictures of what the page looks like, for people; none unless set. */
    private static final String PICTURES = "banip.test.pictures";

    private static final int TAB = 9;
    private static final int ENTER = 13;
    private static final int ESCAPE = 27;
    private static final CommandDeclaration SET_RATE = CommandDeclaration.of(
                    "set-rate",
                    "Sets the rate of the pump",
                    CommandArgument.number("rate", "mL/h", 0, 20).withDefault(2.5),
                    CommandArgument.choice("mode", "day", "night").withDefault("day"))
            .actingOn("infusion pump");
    private static final CommandDeclaration BLINK = CommandDeclaration.of(
                    "banip.identify", "Makes the device blink or beep, so that it can be found")
            .by(CommandRole.CLINICIAN);

    private static Browser browser;
    private static Axe axe;

    @TempDir
    private Path directory;

    private AlertedHost alerted;
    private TestMbu anna;
    private UUID high;

    @BeforeAll
    static void startBrowser(@TempDir Path profile) throws IOException {
        browser = Browser.start(profile);
        axe = new Axe(browser);
    }

    @AfterAll
    static void endBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void start() throws Exception {
        alerted = new AlertedHost(directory);
        browser.open(alerted.host.base());
        awaitTrue("document.querySelector('input[name=password]')");
    }

    @AfterEach
    void stop() throws Exception {
        browser.open(URI.create("about:blank"));
        alerted.close();
    }

    private static String at(String expression) throws InterruptedException {
        return browser.evaluate("String(" + expression + ")");
    }

    private static void awaitTrue(String expression) {
        await().until(() -> at("!!(" + expression + ")").equals("true"));
    }

    private static void logIn(String password) throws Exception {
        browser.evaluate("document.querySelector('input[name=name]').value = 'clara';"
                + "document.querySelector('input[name=password]').value = '" + password + "';"
                + "document.querySelector('button').click(); ''");
    }

    /** Checks what is there in light, in dark, and on a telephone. */
    private static void checkLooks(String name) throws Exception {
        for (String look : List.of("light", "dark", "phone")) {
            browser.emulate(
                    look.equals("phone") ? 390 : 1100,
                    800,
                    Map.of("prefers-color-scheme", look.equals("dark") ? "dark" : "light"));
            String folder = System.getProperty(PICTURES, "");
            if (!folder.isEmpty()) {
                Files.write(Path.of(folder, name + "-" + look + ".png"), browser.picture());
            }
            if (look.equals("dark")) {
                axe.checkColours(name + ", dark");
            } else {
                axe.check(name + ", " + look);
            }
            assertThat(at("document.documentElement.scrollWidth <= innerWidth"))
                    .as(name + ", " + look + ": nothing is wider than the window")
                    .isEqualTo("true");
        }
        browser.emulate(1100, 800, Map.of());
    }

    @Test
    void logInPageIsForEveryone() throws Exception {
        logIn("seven red apples");
        awaitTrue("document.querySelector('.error').textContent === 'Wrong name or password'");
        checkLooks("log-in-refused");
        assertThat(browser.heard()).contains("textbox: Name", "textbox: Password", "button: Log in");
    }

    /** Three patients with signals, two of them with an alert. */
    private void ward() throws Exception {
        alerted.mbu.declare(SET_RATE, BLINK);
        alerted.mbu.send(0, 20);
        Instant from = Instant.now().minus(Duration.ofSeconds(12));
        GeneratedBan patient = new GeneratedBan("ward3-anna", 1, 72, "II", "V5");
        anna = generated(patient);
        generated(new GeneratedBan("ward3-bert-in-the-bed-by-the-window", 2, 55, "II"));
        logIn(AlertedHost.PASSWORD);
        awaitTrue("document.querySelectorAll('.ban').length === 3");
        high = alerted.raise(anna, "ward3-anna", "heart", "asystole", Severity.HIGH);
        alerted.raise("ban-17", "pulse", "above", Severity.MEDIUM);
        awaitTrue("document.querySelectorAll('.alerts li').length === 2");
        browser.evaluate("[...document.querySelectorAll('.ban')].at(1).click(); ''");
        awaitTrue("document.querySelectorAll('.strip').length === 6");
        List<SensorGroup> groups = patient.ban().groups();
        for (int group = 0; group < groups.size(); group++) {
            int units = (int) (12 * groups.get(group).frequency().hertz());
            anna.send(Frames.body(groups.size(), patient.packets(group, from, units)));
        }
        awaitTrue("[...document.querySelectorAll('.strip .value')].every(value => value.textContent !== '\u2013')");
    }

    private TestMbu generated(GeneratedBan patient) throws Exception {
        TestMbu mbu = new TestMbu(
                alerted.host.base(), Map.of(), "packetizer(units=" + GeneratedBan.UNITS + ",hold=0)", patient.ban());
        mbu.declare(SET_RATE, BLINK);
        return mbu;
    }

    @Test
    void wardIsForEveryone() throws Exception {
        ward();
        awaitTrue("document.querySelector('.commands').hidden === false");
        checkLooks("ward");
        browser.evaluate("document.querySelector('.commands summary').click(); ''");
        awaitTrue("document.querySelector('.commands').open");
        checkLooks("commands");
        assertThat(browser.heard())
                .contains(
                        "heading: Alerts \u00b7 2 open",
                        "list: Alerts \u00b7 2 open",
                        "button: Acknowledge: ward3-anna asystole",
                        "button: Acknowledge: ban-17 above",
                        "navigation: Body area networks",
                        "heading: ward3-anna",
                        "image: II over time",
                        "form: set-rate",
                        "spinbutton: rate (mL/h) 0 to 20",
                        "button: Send\u2026 set-rate");
        browser.evaluate("document.querySelector('.commands form').requestSubmit(); ''");
        awaitTrue("document.getElementById('sure').open");
        checkLooks("sure");
        assertThat(browser.heard()).contains("dialog: Send set-rate to ward3-anna?", "button: Cancel");
        browser.evaluate("document.getElementById('sure-no').click(); ''");
        browser.evaluate("document.querySelector('.commands summary').click(); ''");
        browser.evaluate("document.getElementById('recordings').click(); ''");
        awaitTrue("document.querySelector('.recordings')");
        checkLooks("recordings");
    }

    /** The signals are seen beside open commands, fill a high window, and are on the first screen of a telephone, which scrolls as a whole. */
    @Test
    void signalsStayInSight() throws Exception {
        browser.emulate(1100, 800, Map.of());
        ward();
        browser.evaluate(
                "{ const of = CanvasRenderingContext2D.prototype, {clearRect, fillText} = of;"
                        + " of.clearRect = function (...all) { this.canvas.shown = []; return clearRect.apply(this, all); };"
                        + " of.fillText = function (...all) { this.canvas.shown.push(all[0]); return fillText.apply(this, all); }; } ''");
        browser.evaluate("window.at = selector => document.querySelector(selector).getBoundingClientRect(); ''");
        awaitTrue("document.querySelector('.commands').hidden === false");
        browser.evaluate("document.querySelector('.commands summary').click(); ''");
        awaitTrue("at('.commands').right <= at('.strip').left && at('.strip').bottom < innerHeight");
        browser.evaluate("document.querySelector('.commands summary').click(); ''");
        browser.emulate(1100, 1600, Map.of());
        awaitTrue("innerHeight - at('.group:last-child').bottom < 40 && at('.strip').height > 140");
        String scales = "\u22128 s,\u22126 s,\u22124 s,\u22122 s,0 s ".repeat(3) + "\u221240 s,\u221220 s,0 s";
        awaitTrue("[...document.querySelectorAll('.times')].map(scale => [...scale.children].map(at => at.textContent)"
                + ".join()).join(' ') === '" + scales + "'");
        awaitTrue("[...document.querySelectorAll('.strip canvas')].every(paper =>"
                + " paper.shown.filter(text => /[0-9]/.test(text)).length >= 2)");
        assertThat(at("document.querySelector('.strip canvas').shown.filter(text => text.endsWith(' mV')).length"))
                .as("the unit is on the axis")
                .isEqualTo("1");
        browser.emulate(390, 800, Map.of());
        awaitTrue("at('.strip').bottom < innerHeight");
        assertThat(at(
                        "[...document.querySelectorAll('body *')].filter(e => /auto|scroll/.test(getComputedStyle(e).overflowY)"
                                + " && e.scrollHeight > e.clientHeight + 1).map(e => e.outerHTML)"))
                .as("what scrolls by itself")
                .isEmpty();
        browser.emulate(1100, 800, Map.of());
    }

    @Test
    void whatIsNotThereIsSaidForEveryone() throws Exception {
        alerted.mbu.delete();
        logIn(AlertedHost.PASSWORD);
        awaitTrue(
                "document.querySelector('.note h2')?.textContent === 'No body area network that you may see is connected'");
        checkLooks("nobody");
        alerted.mbu.register();
        awaitTrue("document.querySelector('.strip')");
        checkLooks("no-samples");
        alerted.mbu.send(0, 450);
        awaitTrue("document.querySelector('.strip .value').textContent !== '\u2013'");
        alerted.mbu.delete();
        awaitTrue("document.getElementById('stands').textContent === 'ban-17: ended'");
        awaitTrue("document.querySelector('.old')");
        checkLooks("ended");
        assertThat(browser.heard()).contains("status: ");
    }

    /** All that Tab gets to, and whether it shows where it is. */
    private static List<String> tabbed() throws InterruptedException {
        List<String> all = new ArrayList<>();
        browser.evaluate("document.activeElement.blur(); ''");
        for (int i = 0; i < 60; i++) {
            browser.press("Tab", TAB);
            String name = at(
                    "(e => e === document.body ? 'none' : e.getAttribute('aria-label') || e.id"
                            + " || e.querySelector('.name')?.textContent || e.textContent || e.labels[0].textContent)(document.activeElement)");
            if (name.equals("none") || all.contains(name)) {
                return all;
            }
            assertThat(at("(e => getComputedStyle(e).outlineStyle + parseFloat(getComputedStyle(e).outlineWidth))"
                            + "(document.activeElement)"))
                    .as("the focus at " + name)
                    .isEqualTo("solid2");
            assertThat(at("(r => r.bottom > 0 && r.top < innerHeight && r.right > 0 && r.left < innerWidth)"
                            + "(document.activeElement.getBoundingClientRect())"))
                    .as(name + " is in sight")
                    .isEqualTo("true");
            all.add(name);
        }
        throw new AssertionError("no end: " + all);
    }

    private static String focused() throws InterruptedException {
        return at("document.activeElement.getAttribute('aria-label')");
    }

    private static void tabTo(String name) throws InterruptedException {
        for (int i = 0; i < 60 && !name.equals(focused()); i++) {
            browser.press("Tab", TAB);
        }
        assertThat(focused()).isEqualTo(name);
    }

    @Test
    void allIsDoneByKeys() throws Exception {
        ward();
        awaitTrue("document.querySelector('.commands').hidden === false");
        browser.evaluate("document.querySelector('.commands summary').click(); ''");
        awaitTrue("document.querySelectorAll('.commands form').length === 2");
        assertThat(tabbed())
                .containsSubsequence(
                        "window",
                        "pause",
                        "leave",
                        "sound",
                        "Show ward3-anna",
                        "Acknowledge: ward3-anna asystole",
                        "Acknowledge: ban-17 above",
                        "ban-17",
                        "ward3-anna",
                        "ward3-bert-in-the-bed-by-the-window",
                        "Send\u2026 set-rate",
                        "Send banip.identify");
        browser.evaluate("document.activeElement.blur(); ''");
        tabTo("Acknowledge: ward3-anna asystole");
        browser.press("Enter", ENTER);
        await().until(() -> focused(), "End: ward3-anna asystole"::equals);
        assertThat(at("[...document.querySelectorAll('.alerts li .mark')].map(m => m.textContent).join()"))
                .as("it went behind the other, and kept the focus")
                .isEqualTo("!! MEDIUM,!!! HIGH");
        browser.press("Enter", ENTER);
        awaitTrue("document.getElementById('sure').open");
        browser.press("Escape", ESCAPE);
        awaitTrue("!document.getElementById('sure').open");
        assertThat(focused()).isEqualTo("End: ward3-anna asystole");
        assertThat(Patience.get(alerted.alerting().find(high)).orElseThrow().state())
                .isEqualTo(AlertState.ACKNOWLEDGED);
        tabTo("Send banip.identify");
        try (ReverseWire reverse = anna.reverse()) {
            browser.press("Enter", ENTER);
            Control.Command command = reverse.next(Control.Command.class, frame -> true);
            assertThat(focused()).as("while it waits").isEqualTo("Send banip.identify");
            assertThat(at("document.activeElement.getAttribute('aria-disabled')"))
                    .isEqualTo("true");
            anna.send(Frames.of(
                    new Control.CommandResult(command.id(), true, "blinks".getBytes(StandardCharsets.UTF_8))));
            awaitTrue(
                    "document.querySelectorAll('.commands output')[1].textContent.endsWith('Done, says the unit: blinks')");
            assertThat(focused()).isEqualTo("Send banip.identify");
        }
    }

    /** Who is about to choose a patient gets that one, also if another one comes before. */
    @Test
    void theListKeepsTheFocusWhenSomebodyComes() throws Exception {
        ward();
        browser.evaluate("[...document.querySelectorAll('.ban')].at(1).focus(); ''");
        generated(new GeneratedBan("a-newcomer", 3, 60, "II"));
        awaitTrue("[...document.querySelectorAll('.ban .name')].map(name => name.textContent).join() ==="
                + " 'a-newcomer,ban-17,ward3-anna,ward3-bert-in-the-bed-by-the-window'");
        assertThat(at("document.activeElement.querySelector('.name').textContent"))
                .isEqualTo("ward3-anna");
    }
}
