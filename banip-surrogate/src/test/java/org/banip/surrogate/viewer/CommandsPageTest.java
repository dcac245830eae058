package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.banip.core.command.CommandArgument;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandRole;
import org.banip.core.frame.Control;
import org.banip.core.packet.Gap;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the live page, in a real browser. */
class CommandsPageTest {
    /** A folder for pictures of what the page looks like, for people; none unless set. */
    private static final String PICTURES = "banip.test.pictures";

    private static final CommandDeclaration SET_RATE = CommandDeclaration.of(
                    "set-rate",
                    "Sets the rate of the pump",
                    CommandArgument.number("rate", "mL/h", 0, 20),
                    CommandArgument.choice("mode", "day", "night").withDefault("day"),
                    CommandArgument.text("note", 80).optional(),
                    CommandArgument.flag("alarm"))
            .actingOn("infusion pump");
    private static final CommandDeclaration BLINK = CommandDeclaration.of(
                    "banip.identify", "Makes the device blink or beep, so that it can be found")
            .by(CommandRole.CLINICIAN, CommandRole.OPERATOR);
    private static final CommandDeclaration RESTART =
            CommandDeclaration.of("restart", "Restarts the app").by(CommandRole.OPERATOR);

    private static final CommandDeclaration STOP = CommandDeclaration.of(
                    "banip.stop",
                    "Stops a group: nothing of it is measured, sent or watched until it is started",
                    CommandArgument.choice("group", "ecg", "temperature"))
            .actingOn("sensors of the group");

    @TempDir
    private Path directory;

    private Browser browser;

    private String at(String expression) throws InterruptedException {
        return browser.evaluate("String(" + expression + ")");
    }

    private void run(String statements) throws InterruptedException {
        browser.evaluate(statements + "; ''");
    }

    private void awaitTrue(String expression) {
        await().until(() -> at(expression).equals("true"));
    }

    private void open(AlertedHost hosted, String name) throws Exception {
        open(hosted, name, SET_RATE, BLINK, RESTART);
    }

    private void open(AlertedHost hosted, String name, CommandDeclaration first, CommandDeclaration... more)
            throws Exception {
        hosted.mbu.declare(first, more);
        hosted.mbu.send(0, 20);
        hosted.logIn(browser, name);
        awaitTrue("!!document.querySelector('.strip') || !!document.querySelector('.banner.shown')");
    }

    private void picture(String name, int width, int height, String scheme) throws Exception {
        String folder = System.getProperty(PICTURES, "");
        if (!folder.isEmpty()) {
            browser.emulate(width, height, Map.of("prefers-color-scheme", scheme));
            Files.write(Path.of(folder, name + ".png"), browser.picture());
        }
    }

    private void answer(AlertedHost hosted, Control.Command command, boolean done, String text) throws Exception {
        hosted.mbu.send(
                Frames.of(new Control.CommandResult(command.id(), done, text.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void formsShowTheLimitsAndAskBeforeAnActuator(@TempDir Path profile) throws Exception {
        try (AlertedHost hosted = new AlertedHost(directory);
                Browser started = Browser.start(profile)) {
            browser = started;
            open(hosted, "clara");
            awaitTrue("document.querySelector('.commands').hidden === false");
            run("document.querySelector('.commands summary').click()");
            assertThat(
                            at(
                                    "[...document.querySelectorAll('.commands form')].map(f => f.getAttribute('aria-label')).join()"))
                    .as("only what a clinician may send")
                    .isEqualTo("set-rate,banip.identify");
            assertThat(at("[...document.querySelectorAll('.commands form:first-child label')].map(l => l.innerText"
                            + ".replace(/\\s+/g, ' ')).join('|')"))
                    .contains("rate (mL/h)", "0 to 20", "at most 80 characters, may be empty");
            assertThat(at("document.querySelector('.commands').innerText"))
                    .contains("acts on: infusion pump", "BANip is no medical device");
            assertThat(at(
                            "[...document.querySelectorAll('.commands input, .commands select')].every(f => f.labels.length"
                                    + " === 1 && document.getElementById(f.getAttribute('aria-describedby')))"))
                    .as("each field has a label and its limits")
                    .isEqualTo("true");
            picture("commands-light", 1100, 800, "light");
            picture("commands-dark", 1100, 800, "dark");
            picture("commands-phone", 390, 800, "light");
            browser.emulate(390, 800, Map.of());
            assertThat(at("document.documentElement.scrollWidth <= innerWidth"))
                    .as("nothing is wider than a phone")
                    .isEqualTo("true");
            browser.emulate(1100, 800, Map.of());
            run("window.form = document.querySelector('.commands form'); window.field = form.querySelector('input');"
                    + "form.querySelectorAll('select')[1].value = 'true'; field.value = '21'; form.requestSubmit()");
            assertThat(at("field.validity.rangeOverflow")).isEqualTo("true");
            assertThat(at("document.getElementById('sure').open")).isEqualTo("false");
            run("field.value = '2.5'; form.requestSubmit()");
            awaitTrue("document.getElementById('sure').open");
            assertThat(at("document.getElementById('sure').innerText"))
                    .contains(
                            "Send set-rate to ban-17?",
                            "It acts on: infusion pump.",
                            "rate: 2.5 mL/h, mode: day, alarm: yes");
            assertThat(at("document.activeElement.id"))
                    .as("the safe answer has the focus")
                    .isEqualTo("sure-no");
            picture("commands-sure", 1100, 800, "light");
            picture("commands-sure-phone", 390, 800, "dark");
            run("document.getElementById('sure-no').click()");
            awaitTrue("!document.getElementById('sure').open");
            assertThat(hosted.mbu.send(20, 21).controls()).noneMatch(Control.Command.class::isInstance);
            try (ReverseWire reverse = hosted.mbu.reverse()) {
                run("form.requestSubmit(); document.getElementById('sure-yes').click()");
                Control.Command command = reverse.next(Control.Command.class, frame -> true);
                assertThat(command.argument())
                        .asString(StandardCharsets.UTF_8)
                        .isEqualTo("{\"rate\":2.5,\"mode\":\"day\",\"alarm\":true}");
                assertThat(at("form.querySelector('button').getAttribute('aria-disabled')"))
                        .isEqualTo("true");
                answer(hosted, command, true, "running");
                awaitTrue("form.querySelector('output').textContent.endsWith(' Done, says the unit: running')");
                assertThat(at("form.querySelector('output').className")).isEqualTo("succeeded");
                run("document.querySelectorAll('.commands form')[1].requestSubmit()");
                answer(hosted, reverse.next(Control.Command.class, frame -> true), false, "no lamp");
                awaitTrue(
                        "document.querySelectorAll('.commands output')[1].textContent.endsWith(' Not done: no lamp')");
                picture("commands-done", 1100, 800, "light");
            }
        }
    }

    /** Between browser and host something loses answers, as a proxy may. */
    @Test
    void whatIsNotKnownIsAskedForAndNotSentAgain(@TempDir Path profile) throws Exception {
        try (AlertedHost hosted = new AlertedHost(directory);
                Browser started = Browser.start(profile)) {
            browser = started;
            open(hosted, "clara");
            awaitTrue("document.querySelector('.commands').hidden === false");
            run(
                    "document.querySelector('.commands summary').click();"
                            + "window.form = document.querySelectorAll('.commands form')[1];"
                            + "window.says = text => form.querySelector('output').textContent.includes(text);"
                            + "window.button = form.querySelector('button'); window.whole = fetch; window.losing = [];"
                            + "window.fetch = (path, more) => { const lost = more && more.method === 'POST' && losing.shift();"
                            + "  return whole(path, more).then(answer => lost ? new Response(lost.body, {status: lost.status}) : answer); }");
            try (ReverseWire reverse = hosted.mbu.reverse()) {
                run("losing = [{status: 504, body: 'a page of the proxy'}]; form.requestSubmit()");
                answer(hosted, reverse.next(Control.Command.class, frame -> true), true, "first");
                awaitTrue("says(' Not known whether it was sent: 504. Look at ')");
                assertThat(at("button.textContent + '/' + button.getAttribute('aria-label')"))
                        .isEqualTo("Ask what became of it/Ask what became of it: banip.identify");
                run("form.requestSubmit()");
                awaitTrue("says(' Done, says the unit: first')");
                assertThat(at("button.textContent")).isEqualTo("Send");
                run("losing = [{status: 409, body: '{\"message\":\"no answer yet\"}'}]; form.requestSubmit()");
                Control.Command second = reverse.next(Control.Command.class, frame -> true);
                assertThat(second.argument()).asString(StandardCharsets.UTF_8).isEqualTo("{}");
                answer(hosted, second, true, "second");
                awaitTrue("says(' Done, says the unit: second')");
                run(
                        "losing = [{status: 503, body: '{\"error\":\"limit-reached\",\"message\":\"too many\"}'}]; form.requestSubmit()");
                answer(hosted, reverse.next(Control.Command.class, frame -> true), true, "");
                awaitTrue("says(' Not sent: too many')");
                run("form.requestSubmit()");
                Control.Command last = reverse.next(Control.Command.class, frame -> true);
                answer(hosted, last, true, "last");
                awaitTrue("says(' Done, says the unit: last')");
                assertThat(last.id()).as("the BAN got each command once").isEqualTo(second.id() + 2);
            }
        }
    }

    @Test
    void operatorsHaveTheirsAndViewersNone(@TempDir Path profile) throws Exception {
        try (AlertedHost hosted = new AlertedHost(directory);
                Browser started = Browser.start(profile)) {
            browser = started;
            open(hosted, "owen");
            awaitTrue("document.querySelector('.commands').hidden === false");
            assertThat(
                            at(
                                    "[...document.querySelectorAll('.commands form')].map(f => f.getAttribute('aria-label')).join()"))
                    .isEqualTo("banip.identify,restart");
            run("document.getElementById('leave').click()");
            awaitTrue("!!document.querySelector('input[name=password]')");
            open(hosted, "vera");
            awaitTrue("performance.getEntriesByType('resource').some(one => one.name.endsWith('/commands'))");
            assertThat(at("getComputedStyle(document.querySelector('.commands')).display"))
                    .isEqualTo("none");
        }
    }

    @Test
    void aStopSaysBeforeThatAlertsEndAndAfterwardsWhoHasStoppedTheGroup(@TempDir Path profile) throws Exception {
        try (AlertedHost hosted = new AlertedHost(directory);
                Browser started = Browser.start(profile)) {
            browser = started;
            open(hosted, "clara", STOP);
            run(
                    "document.querySelector('.commands summary').click(); window.form = document.querySelector('.commands form')");
            try (ReverseWire reverse = hosted.mbu.reverse()) {
                run("form.querySelector('select').value = 'ecg'; form.requestSubmit()");
                awaitTrue("document.getElementById('sure').open");
                assertThat(at("document.getElementById('sure').innerText"))
                        .contains("Send banip.stop to ban-17?", "group: ecg", "its open alerts end;")
                        .contains("those of a fall or of a sudden change are over, and wait for an acknowledgement");
                picture("stop-sure", 1100, 800, "light");
                run("document.getElementById('sure-yes').click()");
                Control.Command command = reverse.next(Control.Command.class, frame -> true);
                Gap gap = new Gap(0, 20, 1, TestMbu.ORIGIN, 20L * TestMbu.UNITS, 1, Gap.Reason.RETIRED);
                hosted.mbu.send(Frames.body(2, List.of(gap)));
                awaitTrue(
                        "[...document.querySelectorAll('.strips .class')].some(one => one.textContent === 'put away')");
                answer(hosted, command, true, "");
                awaitTrue(
                        "/stopped by clara at ([0-9-]+ )?[0-9:]{8}/.test(document.querySelector('.strips').innerText)");
                picture("stopped", 1100, 800, "light");
            }
        }
    }
}
