package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.frame.Control;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the live page shows of paths from which nothing comes, and of groups that are sampled seldom, in a real browser. */
class SilentPathPageTest extends PageFixture {
    private final TestClock clock = new TestClock();
    private RunningHost host;
    private TestMbu mbu;

    @BeforeEach
    void start() throws Exception {
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.clock(clock),
                HostServerSettings.loopback());
        mbu = new TestMbu(host.base());
    }

    @AfterEach
    void stop() throws Exception {
        browser.emulate(1280, 900, Map.of());
        leavePage();
        host.close();
    }

    /** Class, name, delay and requests of each path. */
    private static String paths() throws InterruptedException {
        return browser.evaluate("[...document.querySelectorAll('.paths tr')].slice(1)"
                + ".sort((a, b) => a.firstChild.textContent < b.firstChild.textContent ? -1 : 1).map(row => row.className + ' '"
                + " + [0, 8, 9].map(column => row.children[column].textContent).join(' ')).join(', ')");
    }

    private static void ask(HttpWire data, ReverseWire heardOn, long sent) throws IOException {
        data.chunk(Frames.of(new Control.TimeRequest(sent)));
        heardOn.next(Control.TimeAnswer.class, answer -> answer.requestSentNanos() == sent);
    }

    @Test
    void aPathFromWhichNothingComesIsSilentAndHasNoDelay() throws Exception {
        mbu.register();
        TestMbu onWifi = mbu.onPath("wifi");
        TestMbu onLte = mbu.onPath("lte");
        try (ReverseWire wifiBack = onWifi.reverse();
                ReverseWire lteBack = onLte.reverse();
                HttpWire wifi = onWifi.beginData();
                HttpWire lte = onLte.beginData()) {
            ask(wifi, wifiBack, clock.epochNanos());
            ask(lte, lteBack, clock.epochNanos() + 1);
            clock.pass(Duration.ofSeconds(7)); // longer than a keep-alive interval, but it may be late
            ask(lte, lteBack, clock.epochNanos());
            browser.open(host.base());
            await().until(SilentPathPageTest::paths, " lte +0 ms 1,  wifi +0 ms 1"::equals);

            clock.pass(Duration.ofSeconds(2));
            ask(lte, lteBack, clock.epochNanos());
            await().until(SilentPathPageTest::paths, " lte +0 ms 1, silent wifi \u2013 silent for 9 s"::equals);
            picture("silent-path");

            browser.emulate(420, 900, Map.of());
            assertThat(browser.evaluate("(() => { const box = document.querySelector('.paths');"
                            + " return String(box.scrollWidth <= box.clientWidth + 1); })()"))
                    .isEqualTo("true");
            picture("silent-path-phone");

            ask(wifi, wifiBack, clock.epochNanos() + 2);
            await().until(SilentPathPageTest::paths, paths -> paths.endsWith(",  wifi +0 ms 1"));
        }
    }

    @Test
    void aBanWithOneSampleAMinuteHasANumberOfSensorSetsInPlaceOfARate() throws Exception {
        SensorGroup weight = SensorGroup.live(
                "weight", new Frequency(1, 60), List.of(new Channel("weight", "kg", 16, 0, 30_000, 0, 300)));
        TestMbu scale = mbu.describing(new BanDescription("ban-21", List.of(weight)));
        scale.register();
        browser.open(host.base());
        await().until(() -> browser.evaluate("String(document.querySelectorAll('.group').length)"), "1"::equals);
        await().until(
                        () -> browser.evaluate(
                                "[...document.querySelectorAll('.fact')].find(f => f.firstChild.textContent"
                                        + " === 'Sensor sets').children[1].textContent"),
                        "0 in all"::equals);
        picture("seldom");
    }
}
