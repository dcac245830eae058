package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the live page shows of the time before it was opened, and of that before a group was added, in a real browser. */
class LivePageTailTest extends PageFixture {
    private static final LivenessSettings LIVENESS =
            new LivenessSettings(Duration.ofMinutes(2), 3, Duration.ofMinutes(1));

    /** Of 450 packets: 784 digital values above zero, at 200 in a millivolt. */
    private static final String LAST_VALUE = "3.920";

    private RunningHost host;
    private TestMbu mbu;

    @BeforeEach
    void start() throws Exception {
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.liveness(LIVENESS),
                HostServerSettings.loopback());
        mbu = new TestMbu(host.base());
        mbu.register();
    }

    @AfterEach
    void stop() throws Exception {
        leavePage();
        host.close();
    }

    private String ofTemperature(String expression) throws InterruptedException {
        return browser.evaluate("(() => { const group = document.querySelectorAll('.group')[1]; return group ? String("
                + expression + ") : ''; })()");
    }

    private String labels() throws InterruptedException {
        return browser.evaluate("document.querySelector('.times')?.textContent ?? 'none yet'");
    }

    /** The last temperature was measured before the page was opened, and no ECG ever was. */
    @Test
    void whatWasStoredBeforeThePageWasOpenedIsShownWithItsTime() throws Exception {
        mbu.send(Frames.body(2, TestMbu.packets(1, 0, 2)));
        browser.open(host.base());

        long last = TestMbu.ORIGIN / 1_000_000 + 7 * 60_000;
        await().until(
                        () -> ofTemperature("group.querySelector('.head').textContent"),
                        head -> head.matches(".*last sample 20(25|26)-[0-9-]{5} [0-9:]{8}"));
        assertThat(ofTemperature("group.querySelector('.head').textContent")).endsWith(localTime(last));
        assertThat(ofTemperature("group.querySelector('.value').textContent")).isNotEqualTo("\u2013");
        assertThat(ofTemperature("group.querySelectorAll('.none').length")).isEqualTo("0");
        assertThat(browser.evaluate("document.querySelector('.strip .none').textContent"))
                .isEqualTo("no samples yet");
        assertThat(ofTemperature("group.querySelector('.times').textContent")).isEmpty();
        await().until(() -> drawnColumns(1), columns -> columns > 50);
        picture("stored-before");
    }

    /** The form of the page, whatever the browser's zone. */
    private static String localTime(long millis) throws InterruptedException {
        return browser.evaluate("(() => { const at = new Date(" + millis + "), two = n => String(n).padStart(2, '0');"
                + " return at.getFullYear() + '-' + two(at.getMonth() + 1) + '-' + two(at.getDate()) + ' '"
                + " + two(at.getHours()) + ':' + two(at.getMinutes()) + ':' + two(at.getSeconds()); })()");
    }

    private int drawnColumns(int group) throws InterruptedException {
        String columns = browser.evaluate("(() => { const c = document.querySelectorAll('.group')[" + group
                + "].querySelector('canvas'); if (!c.width) return '0';"
                + " const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0;"
                + " for (let x = 0; x < c.width; x++) for (let y = 0; y < c.height; y++) {"
                + " const at = 4 * (y * c.width + x);"
                + " if (d[at + 3] > 200 && d[at] + d[at + 1] + d[at + 2] < 330) { n++; break; } }"
                + " return String(n); })()");
        return columns.isEmpty() ? 0 : Integer.parseInt(columns);
    }

    /** The right edge is the present only while samples come, and a few seconds longer. */
    @Test
    void theTimeScaleHasLabelsOnlyWhileThePictureMoves() throws Exception {
        mbu.send(0, 450);
        browser.open(host.base());
        await().until(
                        () -> browser.evaluate("document.querySelector('.group .last')?.textContent ?? ''"),
                        text -> text.startsWith("last sample "));
        assertThat(labels()).isEmpty();

        mbu.send(450, 675);
        await().until(this::labels, text -> text.endsWith("0 s"));
        picture("moves");
        await().until(this::labels, ""::equals);
        assertThat(browser.evaluate("document.querySelector('.group .last').textContent"))
                .startsWith("last sample ");
        picture("stands");
    }

    private String value() throws InterruptedException {
        return browser.evaluate("document.querySelector('.strip .value')?.textContent ?? ''");
    }

    /** The added group has no samples yet; those that were there keep theirs. */
    @Test
    void aGroupIsAddedWhileThePictureMoves() throws Exception {
        browser.open(host.base());
        mbu.send(0, 450);
        await().until(this::value, LAST_VALUE::equals);
        assertThat(browser.evaluate("String(document.querySelectorAll('.strip .none').length)"))
                .isEqualTo("1");

        List<SensorGroup> groups = new ArrayList<>(TestMbu.BAN.groups());
        groups.add(SensorGroup.live("breath", Frequency.ofHz(25), List.of(new Channel("x", "1", 12, 0, 4000, 0, 1))));
        TestMbu more = mbu.describing(new BanDescription(TestMbu.BAN.id(), groups));
        assertThat(more.post(more.adding().toJson()).status()).isEqualTo(201);
        await().until(() -> browser.evaluate("String(document.querySelectorAll('.group').length)"), "3"::equals);
        assertThat(value()).isEqualTo(LAST_VALUE);
        await().until(() -> drawnColumns(0), columns -> columns > 50);
        assertThat(browser.evaluate("document.querySelectorAll('.group')[2].querySelector('.none').textContent"))
                .isEqualTo("no samples yet");
        picture("added");
    }
}
