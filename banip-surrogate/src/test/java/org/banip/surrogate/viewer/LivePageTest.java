package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the live page says and draws, in a real browser, when the host or the BAN goes and comes back. */
class LivePageTest extends PageFixture {
    /** Long: nothing falls silent on a busy machine. */
    private static final LivenessSettings LIVENESS =
            new LivenessSettings(Duration.ofMinutes(2), 3, Duration.ofMinutes(1));

    private static final int WINDOW_SECONDS = 30;
    private static final double PACKET_SECONDS = TestMbu.UNITS / 360.0;

    private final AtomicReference<SurrogateContext> told = new AtomicReference<>();
    /** Bound but never listening, so that nobody else gets the port while the host is away. */
    private final Socket reservation = new Socket();

    private RunningHost host;
    private TestMbu mbu;

    /** Another standard type: a test speaks for the surrogate. */
    private final class Standard implements SurrogateProvider {
        @Override
        public String name() {
            return "standard";
        }

        @Override
        public CompletableFuture<Surrogate> create() {
            return CompletableFuture.completedFuture(new Surrogate() {
                @Override
                public void activate(HostContext host, SurrogateContext context) {
                    told.set(context);
                }

                @Override
                public void deactivate() {}
            });
        }
    }

    @BeforeEach
    void start() throws Exception {
        reservation.setReuseAddress(true);
        reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        host = host();
        mbu = new TestMbu(host.base());
        mbu.register();
        browser.open(host.base());
        await().until(() -> !browser.evaluate("document.querySelector('.strip')?.className ?? ''")
                .isEmpty());
        awaitState("active");
        browser.evaluate("window.said = []; new MutationObserver(() => said.push(" + fact("State")
                + ")).observe(document.body, {subtree: true, childList: true, characterData: true}); ''");
        browser.evaluate("{ const w = document.getElementById('window'); w.value = '" + WINDOW_SECONDS
                + "'; w.dispatchEvent(new Event('change')); } ''");
    }

    @AfterEach
    void stop() throws Exception {
        leavePage();
        reservation.close();
        if (host != null) {
            host.close();
        }
    }

    @Test
    void lostHostShowsAtOnceAndWhatCameMeanwhileIsDrawnInItsPlace() throws Exception {
        mbu.send(0, 450);
        awaitDrawn(450);
        host.close();

        awaitState("no contact");
        assertThat(banner()).startsWith("No contact with the host for ");
        assertThat(browser.evaluate(fact("Latency"))).isEqualTo("\u2013");
        assertThat(browser.evaluate(fact("Sensor sets"))).isEqualTo("\u2013");
        assertThat(browser.evaluate(fact("Last seen"))).endsWith(" ago");
        assertThat(browser.evaluate("document.querySelector('.ban .dot').className"))
                .isEqualTo("dot ");
        assertThat(browser.evaluate("document.querySelector('.ban .sub').textContent"))
                .contains("no contact, last seen ");

        host = host();
        awaitState("not connected");
        assertThat(banner()).startsWith("Not connected: waiting for it to come back.");
        mbu.register();
        mbu.send(450, 675);
        awaitDrawn(675);
        awaitState("active");
        assertThat(banner()).isEmpty();
        assertThat(browser.evaluate("said.filter(word => word === 'ended').length + ''"))
                .isEqualTo("0");
    }

    @Test
    void outageOfTheBanLeavesAGapUntilItsSamplesCome() throws Exception {
        mbu.send(0, 450);
        awaitDrawn(450);
        await().until(() -> traced("last / c.width"), end -> end < 0.9);
        mbu.send(450, 900);
        awaitDrawn(900);
    }

    @Test
    void whatComesLateIsDrawnInItsPlaceBeforeAndAfterItsGap() throws Exception {
        TestMbu other = LateFirst.at(host.base());
        other.register();
        awaitRows("ban-17 active, ban-18 active");
        browser.evaluate("[...document.querySelectorAll('.ban')][1].click(); ''");
        await().until(
                        () -> browser.evaluate("document.querySelector('.title h2')?.textContent ?? ''"),
                        "ban-18"::equals);
        await().until(() -> !browser.evaluate("document.querySelector('.strip')?.className ?? ''")
                .isEmpty());
        other.send(Frames.body(2, LateFirst.ecgs(0, 450)));
        other.send(Frames.body(2, List.of(LateFirst.gap(450, 450, 225))));
        other.send(Frames.body(2, LateFirst.ecgs(675, 900)));
        awaitDrawn(675);
        await().until(this::hole, share -> share > 0.05);
        other.send(Frames.body(2, LateFirst.lates(0, 450, 675)));
        awaitDrawn(900);
        await().until(this::hole, share -> share == 0);

        other.send(Frames.body(2, LateFirst.lates(225, 1125, 1350)));
        other.send(Frames.body(2, LateFirst.ecgs(900, 1125)));
        other.send(Frames.body(2, List.of(LateFirst.gap(1125, 1125, 225))));
        other.send(Frames.body(2, LateFirst.ecgs(1350, 1575)));
        awaitDrawn(1575);
        assertThat(hole()).isZero();
    }

    /** The share of the first channel's columns that are drawn as a gap. */
    private double hole() throws InterruptedException {
        String value = browser.evaluate("(() => { const c = document.querySelector('.strip canvas');"
                + " const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0;"
                + " for (let x = 0; x < c.width; x++) for (let y = 0; y < c.height; y++) {"
                + " const at = 4 * (y * c.width + x);"
                + " if (d[at + 3] > 30 && d[at + 3] < 150 && d[at] > d[at + 2] + 30) { n++; break; } }"
                + " return String(n / c.width); })()");
        return value.isEmpty() ? 0 : Double.parseDouble(value);
    }

    @Test
    void newestLinesOfTheSurrogateAreShown() throws Exception {
        for (int i = 0; i < 8; i++) {
            told.get().tell("line " + i + " <b>");
        }
        await().until(
                        () -> browser.evaluate("[...document.querySelectorAll('.told div')].map(line =>"
                                + " line.lastChild.textContent).join(', ')"),
                        "line 7 <b>, line 6 <b>, line 5 <b>, line 4 <b>, line 3 <b>"::equals);
    }

    /** Newest first, with text and values; what comes again after a break is there once. */
    @Test
    void eventsAreListedAndNotDrawn() throws Exception {
        TestMbu other = alerting();
        long at = TestMbu.ORIGIN;
        other.send(
                Frames.body(1, List.of(event(0, at, "0900060568756c6c6f"), event(1, at, "08000805" + "7070707070"))));
        await().until(() -> events(), "ppppp kind 4; hullo kind 3"::equals);
        other.send(Frames.body(1, List.of(new Gap(0, 2, 1, at, 0, 3, Gap.Reason.SPOOL_FULL))));
        await().until(() -> events(), "3 events were given up; ppppp kind 4; hullo kind 3"::equals);
        assertThat(browser.evaluate("document.querySelector('.events time').dateTime"))
                .isEqualTo(Instant.ofEpochSecond(0, at)
                        .truncatedTo(ChronoUnit.MILLIS)
                        .toString()
                        .replace("Z", ".000Z"));
        host.close();
        awaitState("no contact");
        host = host();
        other.register();
        other.send(Frames.body(1, List.of(event(3, at, "09000e00"))));
        await().until(() -> events(), "kind 7; 3 events were given up; ppppp kind 4; hullo kind 3"::equals);
        assertThat(browser.evaluate("document.querySelectorAll('.strip').length + ''"))
                .isEqualTo("0");
    }

    /** An MBU with a group of events, which the page shows. */
    private TestMbu alerting() throws Exception {
        SensorGroup alerts = SensorGroup.alarms("alerts", 8, List.of(new Channel("kind", "", 8, 0, 100, 0, 100)));
        TestMbu other = new TestMbu(
                host.base(), Map.of(), "packetizer(hold=0)|events", new BanDescription("ban-18", List.of(alerts)));
        other.register();
        awaitRows("ban-17 active, ban-18 active");
        browser.evaluate("[...document.querySelectorAll('.ban')][1].click(); ''");
        await().until(
                        () -> events(),
                        text -> text.matches("none since this view was opened, at ([0-9-]+ )?[0-9]{2}(:[0-9]{2}){2}"));
        return other;
    }

    /** A text is no markup. Of many events in one packet, those are drawn that stay. */
    @Test
    void textsOfEventsAreShownAsTheyAreAndOnlyTheNewestAreDrawn() throws Exception {
        TestMbu other = alerting();
        browser.evaluate("window.added = 0; new MutationObserver(changes => changes.forEach(change =>"
                + " { window.added += change.addedNodes.length; }))"
                + ".observe(document.querySelector('.events'), {childList: true}); ''");
        PacketHeader many = new PacketHeader(0, 0, TestMbu.ORIGIN, 0, 500, true);
        byte[] payload = HexFormat.of().parseHex("09000200" + "000000".repeat(499));
        other.send(Frames.body(
                1, List.of(Packet.of(many, payload), event(1, TestMbu.ORIGIN, "09000608" + "3c623e783c2f623e"))));
        await().until(() -> events(), ("<b>x</b> kind 3" + "; kind 1".repeat(49))::equals);
        assertThat(browser.evaluate("window.added + ''")).isEqualTo("51");
    }

    /** Who reads in the list of events, at some place of it, stays there. */
    @Test
    void aGroupThatIsAddedLeavesTheOthersWhereTheyAre() throws Exception {
        TestMbu other = alerting();
        browser.evaluate("document.querySelector('.log').focus(); window.gone = 0; new MutationObserver(changes =>"
                + " changes.forEach(change => { window.gone += change.removedNodes.length; }))"
                + ".observe(document.querySelector('.strips'), {childList: true}); ''");
        SensorGroup first = other.adding().ban().groups().get(0);
        List<SensorGroup> groups = List.of(first, SensorGroup.alarms("falls", 8, first.channels()));
        assertThat(other.post(other.adding().toJson()).status()).isEqualTo(201);
        TestMbu more = other.describing(new BanDescription("ban-18", groups));
        assertThat(more.post(more.adding().toJson()).status()).isEqualTo(201);
        await().until(() -> browser.evaluate("document.querySelectorAll('.strips .group').length + ''"), "2"::equals);
        assertThat(browser.evaluate("window.gone + ' ' + document.activeElement.className"))
                .isEqualTo("0 log");
    }

    private static Packet event(long sequence, long origin, String payload) {
        PacketHeader header = new PacketHeader(0, sequence, origin, 0, 1, true);
        return Packet.of(header, HexFormat.of().parseHex(payload));
    }

    private String events() throws InterruptedException {
        return browser.evaluate("[...document.querySelectorAll('.events li')].map(line => (line.children.length"
                + " ? [...line.children].filter(part => part.tagName !== 'TIME').map(part => part.textContent.trim()).join(' ')"
                + " : line.textContent)).join('; ')");
    }

    @Test
    void eachPathHasALineIfTheUnitNamesThem() throws Exception {
        mbu.send(0, 450);
        awaitDrawn(450);
        assertThat(paths()).isEmpty();
        try (ReverseWire reverse = mbu.reverse();
                HttpWire wifi = mbu.onPath("wifi").beginData()) {
            wifi.chunk(Frames.body(2, TestMbu.packets(0, 450, 900)));
            reverse.awaitAcknowledged(0, 900);
            mbu.onPath("lte").send(899, 903);
            await().until(
                            this::paths,
                            ("Path Packets Came again Redundant Lost Requests, unnamed 450 0 0 0 none, wifi 450 0 0 0 1,"
                                            + " lte 4 0 1 0 none")::equals);
        }
    }

    /** The table's lines without rates, bytes and delays. */
    private String paths() throws InterruptedException {
        return browser.evaluate(
                "[...document.querySelectorAll('.paths tr')].map(row => [0, 4, 5, 6, 7, 9].map(column =>"
                        + " row.children[column].textContent).join(' ')).join(', ')");
    }

    @Test
    void deregistrationAloneIsAnEnd() throws Exception {
        mbu.delete();
        awaitState("ended");
        assertThat(banner()).startsWith("Ended: It has deregistered.");
        mbu.register();
        awaitState("active");
    }

    @Test
    void nobodyVanishesFromTheList() throws Exception {
        TestMbu other = new TestMbu(
                host.base(),
                Map.of(),
                "packetizer(units=4,hold=0)",
                new BanDescription("ban-18", TestMbu.BAN.groups()));
        other.register();
        awaitRows("ban-17 active, ban-18 active");
        other.delete();
        awaitRows("ban-17 active, ban-18 not connected");
        other.register();
        awaitRows("ban-17 active, ban-18 active");
    }

    private void awaitRows(String rows) {
        await().until(
                        () -> browser.evaluate("[...document.querySelectorAll('.ban')].map(row =>"
                                + " row.children[1].textContent + ' '"
                                + " + /\u00b7 ([a-z ]+)/.exec(row.children[3].textContent)[1]).join(', ')"),
                        rows::equals);
    }

    private RunningHost host() {
        return RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.liveness(LIVENESS).surrogateType(new Standard()),
                HostServerSettings.builder()
                        .address("127.0.0.1", reservation.getLocalPort())
                        .build());
    }

    private static String fact(String name) {
        return "([...document.querySelectorAll('.fact')].find(f => f.firstChild.textContent === '" + name
                + "')?.children[1].textContent ?? '')";
    }

    private void awaitState(String word) {
        await().until(() -> browser.evaluate(fact("State")), word::equals);
    }

    private String banner() throws InterruptedException {
        return browser.evaluate("document.querySelector('.banner').textContent");
    }

    /** Waits until the first channel shows this many packets in all, within a few pixels. */
    private void awaitDrawn(int packets) {
        double share = packets * PACKET_SECONDS / WINDOW_SECONDS;
        await().until(() -> traced("n / c.width"), drawn -> Math.abs(drawn - share) < 0.012);
    }

    /** An expression of the first channel's canvas {@code c}, its columns {@code n} with the trace, and the last of them. */
    private double traced(String expression) throws InterruptedException {
        String value = browser.evaluate("(() => { const c = document.querySelector('.strip canvas');"
                + " if (!c || !c.width) return '0';"
                + " const of = getComputedStyle(document.documentElement).getPropertyValue('--c0').trim();"
                + " const rgb = [1, 3, 5].map(i => parseInt(of.slice(i, i + 2), 16));"
                + " const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0, last = 0;"
                + " for (let x = 0; x < c.width; x++) for (let y = 0; y < c.height; y++) {"
                + " const at = 4 * (y * c.width + x);"
                + " if (d[at + 3] > 200 && rgb.every((v, i) => Math.abs(v - d[at + i]) < 30)) { n++; last = x; break; } }"
                + " return String(" + expression + "); })()");
        return value.isEmpty() ? 0 : Double.parseDouble(value);
    }
}
