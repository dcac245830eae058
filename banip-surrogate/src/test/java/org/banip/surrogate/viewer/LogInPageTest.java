package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.nio.file.Path;
import java.util.Optional;
import org.banip.core.ban.SensorGroup;
import org.banip.surrogate.contract.PeopleContract;
import org.banip.surrogate.people.People;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.settings.PeopleSettings;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Log-in, live page and log-out in a real browser, with its own rules for cookies, forms and pages. */
class LogInPageTest {
    private static final String PASSWORD = "seven green apples";

    @TempDir
    private Path directory;

    @Test
    void aPersonLogsInSeesTheBanAndLogsOut(@TempDir Path profile) throws Exception {
        Path file = directory.resolve("viewers");
        PeopleContract.people(file);
        try (RunningHost host = host(file);
                Browser browser = Browser.start(profile)) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            mbu.send(0, 5);
            browser.open(host.base());
            await().until(() -> has(browser, "input[name=password]"));
            logIn(browser, "clara", "seven red apples");
            await().until(() -> text(browser, ".error").equals("Wrong name or password"));
            assertThat(browser.evaluate("document.querySelector('input[name=name]').value"))
                    .isEqualTo("clara");
            logIn(browser, "clara", PASSWORD);
            await().until(() -> has(browser, ".strip"));
            assertThat(text(browser, "#who")).isEqualTo("clara");
            assertThat(browser.evaluate("document.cookie"))
                    .as("cookies that a script can read")
                    .isEmpty();
            browser.evaluate("document.getElementById('recordings').click(); ''");
            await().until(() -> text(browser, ".recordings").contains("ban-17"));
            assertThat(text(browser, ".recordings tr")).contains("Registered", "Last data", "Time between");
            assertThat(browser.evaluate("[...document.querySelectorAll('.recordings td')].slice(0, 6)"
                            + ".map(cell => cell.innerText).join('|')"))
                    .matches("ban-17\\|" + mbu.session().toString().substring(0, 8)
                            + " still connected\\|([0-9-]+ )?[0-9]{2}(:[0-9]{2}){2}\\|([0-9-]+ )?[0-9]{2}(:[0-9]{2}){2}\\|[0-9.]+ (s|min), goes on\\|"
                            + String.join(
                                    ", ",
                                    TestMbu.BAN.groups().stream()
                                            .map(SensorGroup::name)
                                            .toList()));
            checkRefusedDownload(browser);
            browser.evaluate("document.querySelector('.title button').click(); ''");
            await().until(() -> has(browser, ".strip"));
            assertThat(text(browser, ".title h2")).isEqualTo("ban-17");
            browser.evaluate("document.getElementById('leave').click(); ''");
            await().until(() -> has(browser, "input[name=password]"));
            assertThat(text(browser, ".error")).as("a person who left").isEmpty();
            logIn(browser, "clara", PASSWORD);
            await().until(() -> has(browser, ".strip"));
            new PeopleFile(file).remove("clara");
            await().until(() -> has(browser, "input[name=password]"));
            assertThat(text(browser, ".error"))
                    .isEqualTo(
                            "Your log-in has ended: the host was restarted, or nobody used the page for 15 minutes, or"
                                    + " your access was removed. Alerts are not shown here.");
        }
    }

    /** A session that is not there any more. The page and what it watches over stay. */
    private static void checkRefusedDownload(Browser browser) throws Exception {
        browser.evaluate(
                "link = document.querySelector('.recordings a');"
                        + " link.href = link.href.replace(/session=.*/, 'session=00000000-0000-4000-8000-000000000000'); link.click(); ''");
        await().until(() -> has(browser, ".recordings .refused"));
        assertThat(text(browser, ".recordings .refused"))
                .startsWith("The host answers: ")
                .contains("00000000-0000-4000-8000-000000000000");
        assertThat(text(browser, ".recordings")).contains("ban-17");
    }

    @Test
    void aPersonWithoutAGrantIsToldSoUntilItIsGranted(@TempDir Path profile) throws Exception {
        Path file = directory.resolve("viewers");
        PeopleFile people = new PeopleFile(file);
        people.setPassword(
                "nora", PASSWORD.toCharArray(), 4, new PeopleFile.Rights(Optional.of("viewer"), Optional.empty()));
        try (RunningHost host = host(file);
                Browser browser = Browser.start(profile)) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            mbu.send(0, 5);
            browser.open(host.base());
            await().until(() -> has(browser, "input[name=password]"));
            logIn(browser, "nora", PASSWORD);
            await().until(() ->
                    text(browser, ".note").matches("You may see no body area network.*--keep --bans PATTERN\\..*"));
            people.setRights("nora", new PeopleFile.Rights(Optional.empty(), Optional.of("ward3-*")));
            await().until(() -> text(browser, ".note")
                    .matches("No body area network that you may see is connected.*ward3-\\*\\..*"));
            assertThat(browser.evaluate("document.body.innerText")).doesNotContain("ban-17");
            people.setRights("nora", new PeopleFile.Rights(Optional.empty(), Optional.of("ban-17")));
            await().until(() -> has(browser, ".strip"));
        }
    }

    private RunningHost host(Path people) {
        return RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.people(new People(new PeopleSettings(people, PeopleSettings.DEFAULT_IDLE, false))),
                HostServerSettings.loopback());
    }

    private static void logIn(Browser browser, String name, String password) throws Exception {
        browser.evaluate("document.querySelector('input[name=name]').value = '" + name + "';"
                + "document.querySelector('input[name=password]').value = '" + password + "';"
                + "document.querySelector('button').click(); ''");
    }

    private static boolean has(Browser browser, String selector) throws Exception {
        return browser.evaluate("document.querySelector('" + selector + "') ? 'yes' : ''")
                .equals("yes");
    }

    private static String text(Browser browser, String selector) throws Exception {
        return browser.evaluate("document.querySelector('" + selector + "')?.textContent ?? ''");
    }
}
