package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.json.JsonObject;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.wire.EventWire;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;

/** What viewers get over HTTP; ViewerAccessTest says who may view. */
class ViewerTest extends ViewedHost {
    @Test
    void listNamesEachSurrogateWithItsCounters() throws IOException {
        mbu.send(0, 3);
        JsonObject list = JsonObject.parse(get("surrogates", Map.of()).text());

        assertThat(list.integer("total", 0, 10)).isEqualTo(1);
        JsonObject surrogate = list.objects("surrogates").get(0);
        assertThat(surrogate.string("session")).isEqualTo(mbu.session().toString());
        assertThat(surrogate.string("ban")).isEqualTo("ban-17");
        assertThat(surrogate.string("state")).isEqualTo("active");
        JsonObject ecg = surrogate.objects("groups").get(0);
        assertThat(ecg.string("name")).isEqualTo("ecg");
        assertThat(ecg.integer("packets", 0, 99)).isEqualTo(3);
        assertThat(ecg.integer("units", 0, 99)).isEqualTo(12);
        assertThat(ecg.integer("nextSequence", 0, 99)).isEqualTo(3);
        assertThat(ecg.string("chain")).isEqualTo("packetizer(units=4,hold=0)");
    }

    @Test
    void retiredGroupIsListedAndTold() throws IOException {
        Gap retired = new Gap(0, 1, 1, TestMbu.ORIGIN, TestMbu.UNITS, 1, Gap.Reason.RETIRED);
        try (EventWire live = live(Map.of())) {
            live.next("appeared");
            mbu.send(Frames.body(2, List.of(TestMbu.packet(0, 0), retired)));
            assertThat(live.next("gap").string("reason")).isEqualTo("retired");
        }
        JsonObject ecg = JsonObject.parse(get("surrogates", Map.of()).text())
                .objects("surrogates")
                .get(0)
                .objects("groups")
                .get(0);
        assertThat(ecg.bool("retired")).isTrue();
        assertThat(ecg.integer("gaps", 0, 99)).isZero();
        mbu.send(2, 3);
        assertThat(get("surrogates", Map.of()).text()).doesNotContain("retired");
    }

    @Test
    void viewerHearsOfAGroupThatIsAddedAndGoesOnBehindIt() throws IOException {
        List<SensorGroup> groups = new ArrayList<>(TestMbu.BAN.groups());
        groups.add(SensorGroup.live(
                "later", Frequency.ofHz(25), List.of(Channel.ofGain("x", "mV", 11, 0, 2047, 200, 1024))));
        TestMbu more = mbu.describing(new BanDescription(TestMbu.BAN.id(), groups));
        Packet later = Packet.of(new PacketHeader(2, 0, TestMbu.ORIGIN, 0, 4, true), new byte[8]);
        String id;
        try (EventWire live = live(Map.of())) {
            live.next("appeared");
            mbu.send(0, 1);
            live.next("data");
            id = live.lastId();
            assertThat(id).isEqualTo("1,0");
            mbu.post(mbu.adding().toJson());
            more.post(more.adding().toJson());
            assertThat(live.next("appeared").objects("groups")).hasSize(3);
            mbu.send(Frames.body(3, List.of(later)));
            assertThat(live.next("data").integer("group", 0, 9)).isEqualTo(2);
            assertThat(live.lastId()).isEqualTo("1,0,1");
        }
        try (EventWire back = live(Map.of("Last-Event-ID", id))) {
            assertThat(back.next("appeared").objects("groups")).hasSize(3);
            assertThat(back.next("data").integer("group", 0, 9)).isEqualTo(2);
        }
        assertThat(get("surrogates", Map.of()).text()).contains("\"name\":\"later\"");
    }

    @Test
    void liveEventsDescribeTheBanAndBringItsSamples() throws IOException {
        try (EventWire live = live(Map.of())) {
            assertThat(live.head().header("content-type")).startsWith("text/event-stream");
            JsonObject ban = live.next("appeared");
            JsonObject channel =
                    ban.objects("groups").get(0).objects("channels").get(1);
            assertThat(channel.string("label")).isEqualTo("V5");
            assertThat(channel.string("unit")).isEqualTo("mV");
            assertThat(channel.number("physicalMin")).isEqualTo(-5.12);

            mbu.send(Frames.body(2, List.of(TestMbu.packet(0, 0), TestMbu.gap(0, 1, 1))));
            JsonObject data = live.next("data");
            assertThat(data.integer("group", 0, 1)).isZero();
            assertThat(data.integer("units", 0, 9)).isEqualTo(4);
            assertThat(data.integer("firstNanos", 0, Long.MAX_VALUE)).isEqualTo(TestMbu.ORIGIN);
            assertThat(live.lastText()).contains("\"samples\":[0,4,8,12,2,6,10,14]");
            JsonObject gap = live.next("gap");
            assertThat(gap.string("reason")).isEqualTo("spool-full");
            assertThat(gap.integer("units", 0, 9)).isEqualTo(4);

            mbu.delete();
            assertThat(live.next("disappeared").string("reason")).isEqualTo("deregistered");
            live.awaitEnd();
        }
    }

    @Test
    void viewersAreToldWhatASurrogateSays() throws IOException {
        TestMbu talker = new TestMbu(host.base());
        RegistrationRequest plain = talker.registration();
        talker.post(plain.toBuilder().surrogateType("talking").build().toJson());
        try (EventWire live = live(talker, Map.of())) {
            live.next("appeared");
            talker.send(0, 1);
            JsonObject told = live.next("told");
            assertThat(told.string("text")).isEqualTo("a line with \"quotes\"");
            assertThat(told.integer("atNanos", 1, Long.MAX_VALUE)).isPositive();
        }
    }

    @Test
    void quietStreamHasAHeartbeat() throws IOException {
        try (EventWire live = live(Map.of())) {
            live.awaitComment();
        }
    }

    @Test
    void viewerThatDoesNotReadLosesDataIsToldAndDelaysNobody() throws IOException {
        try (EventWire live = live(Map.of())) {
            live.next("appeared");
            int packets = 400;
            List<Packet> big = java.util.stream.IntStream.range(0, packets)
                    .mapToObj(sequence -> Packet.of(
                            new PacketHeader(0, sequence, TestMbu.ORIGIN, sequence * 8000L, 8000, true),
                            new byte[32_000]))
                    .toList();
            assertThat(mbu.send(Frames.body(2, big)).acknowledged()).containsExactly((long) packets, 0L);
            assertThat(host.host().statistics().live().missedPackets()).isPositive();

            assertThat(live.next("missed").integer("units", 1, Long.MAX_VALUE)).isPositive();
        }
        await().until(() -> host.host().statistics().subscribers() == 0);
    }

    @Test
    void unknownSurrogateAndTooManyViewersAreRefused() throws IOException {
        assertThat(get("surrogates/" + UUID.randomUUID() + "/live", Map.of()).error())
                .isEqualTo("unknown-interconnect");
        assertThat(get("surrogates/x/y/z", Map.of()).error()).isEqualTo("malformed-request");
        try (EventWire first = live(Map.of());
                EventWire second = live(Map.of())) {
            first.next("appeared");
            second.next("appeared");
            WireAnswer third = get("surrogates/" + mbu.session() + "/live", Map.of());
            assertThat(third.status()).isEqualTo(503);
            assertThat(third.error()).isEqualTo("limit-reached");
        }
    }

    @Test
    void pageLoadsNothingFromAnywhere() throws IOException {
        WireAnswer page = get("", Map.of());
        assertThat(page.header("content-type")).startsWith("text/html");
        assertThat(page.header("content-security-policy"))
                .contains("default-src 'none'", "script-src 'sha256-", "style-src 'sha256-")
                .doesNotContain("unsafe");
        assertThat(page.text()).contains("canvas").doesNotContain("http:", "https:", "src=", "@import", "url(");
    }
}
