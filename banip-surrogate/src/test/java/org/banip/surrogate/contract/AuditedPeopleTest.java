package org.banip.surrogate.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonObject;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.server.audit.AuditLog;
import org.banip.server.audit.AuditSettings;
import org.banip.surrogate.SurrogateHostBuilder;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.wire.EventWire;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** Named viewers of a host that keeps an audit log, and what it says of them. */
class AuditedPeopleTest extends StandalonePeople {
    @Override
    protected void configure(SurrogateHostBuilder builder) {
        builder.audit(AuditLog.open(AuditSettings.in(directory.resolve("audit")), "host"));
    }

    @Override
    @Test
    protected void wrongPasswordsAreTold() throws Exception {
        super.wrongPasswordsAreTold();
        assertThat(lines("log-in-refused").map(line -> line.string("who")))
                .containsExactly("vera", "nora", "scraper", "unknown");
    }

    @Override
    @Test
    protected void anExportHasTheRangeThatIsWanted() throws Exception {
        super.anExportHasTheRangeThatIsWanted();
        JsonObject exported = lines("exported").findFirst().orElseThrow();
        assertThat(exported.string("who")).isEqualTo("emma");
        assertThat(exported.string("by")).isEqualTo("password");
        assertThat(exported.string("ban")).isEqualTo("ban-17");
        assertThat(exported.string("format")).isEqualTo("csv");
        assertThat(exported.string("fromTime")).isEqualTo("2026-01-01T00:00:00.011Z");
        assertThat(exported.string("toTime")).isEqualTo("2026-01-01T00:00:00.043Z");
        assertThat(exported.strings("sessions")).containsExactly(mbu().session().toString());
    }

    @Override
    @Test
    protected void logInLastsUntilLogOut() throws Exception {
        super.logInLastsUntilLogOut();
        List<JsonObject> lines = lines();
        List<String> vera = lines.stream()
                .filter(line -> line.has("who") && line.string("who").equals("vera"))
                .map(line -> line.string("event") + " by " + line.string("by"))
                .toList();
        assertThat(vera).startsWith("log-in-accepted by log-in").endsWith("log-out by log-in");
    }

    @Test
    void aRefusedLogInHasTheNameThatWasTried() throws Exception {
        for (int guess = 0; guess <= 10; guess++) {
            assertThat(get("surrogates", basic("vera", "guess " + guess)).statusCode())
                    .isEqualTo(401);
        }
        assertThat(get("surrogates", basic("vera", PASSWORD)).statusCode()).isEqualTo(503);
        List<JsonObject> refused = lines("log-in-refused").toList();
        assertThat(refused).hasSize(12).allMatch(line -> line.string("who").equals("vera"));
        assertThat(refused.get(11).string("error")).isEqualTo("limit-reached");
    }

    /** A refusal tells whose recordings were wanted. */
    @Override
    @Test
    protected void whatCannotBeExportedIsTold() throws Exception {
        super.whatCannotBeExportedIsTold();
        assertThat(lines("refused").map(line -> line.string("label") + " " + line.string("error")))
                .endsWith("ban-17 unknown-interconnect", "ban-18 unknown-interconnect", "ward4-1 forbidden");
    }

    @Override
    @Test
    protected void formsOfOtherSitesAreRefused() throws Exception {
        super.formsOfOtherSitesAreRefused();
        assertThat(lines("log-in-refused").map(line -> line.string("who") + " " + line.string("error")))
                .hasSize(5)
                .containsOnly("vera forbidden");
    }

    @Test
    void whatIsRevokedIsTold() throws Exception {
        try (EventWire live =
                new EventWire(base(), "surrogates/" + mbu().session() + "/live", basic("vera", PASSWORD))) {
            live.next("appeared");
            new PeopleFile(file()).remove("vera");
            live.awaitEnd();
        }
        JsonObject revoked = lines("revoked").findFirst().orElseThrow();
        assertThat(revoked.string("who")).isEqualTo("vera");
        assertThat(revoked.string("ban")).isEqualTo("ban-17");
        assertThat(revoked.string("session")).isEqualTo(mbu().session().toString());
        assertThat(revoked.string("error")).isEqualTo("forbidden");
    }

    /** The log has what was wanted as it was understood: the query may be longer than what is kept of a text, and may be encoded. */
    @Test
    void aReducedViewIsToldAsItWasUnderstood() throws Exception {
        String query = "?" + "x=y&".repeat(100) + "channel=%4DLII&rate=30";
        try (EventWire live =
                new EventWire(base(), "surrogates/" + mbu().session() + "/live" + query, basic("vera", PASSWORD))) {
            live.next("appeared");
        }
        JsonObject reduced = lines("view-begun").findFirst().orElseThrow().object("reduced");
        assertThat(reduced.string("channels")).isEqualTo("MLII");
        assertThat(reduced.string("rate")).isEqualTo("30");
    }

    /** Events have instants of their own. */
    @Test
    void aViewOfEventsIsToldByTheirInstants() throws Exception {
        SensorGroup falls = SensorGroup.alarms("falls", 0, List.of(new Channel("g", "", 8, 0, 100, 0, 100)));
        String chain = "packetizer(hold=0)|events";
        TestMbu mbu = new TestMbu(base(), Map.of(), chain, new BanDescription("ban-17", List.of(falls)));
        mbu.register();
        try (EventWire live = new EventWire(base(), "surrogates/" + mbu.session() + "/live", basic("vera", PASSWORD))) {
            live.next("appeared");
            mbu.send(Frames.body(1, List.of(fall(falls, chain, TestMbu.ORIGIN + 7_000_000_000L))));
            live.next("data");
        }
        JsonObject seen =
                lines("view-ended").findFirst().orElseThrow().objects("seen").get(0);
        assertThat(seen.string("fromTime")).isEqualTo("2026-01-01T00:00:07Z");
        assertThat(seen.string("toTime")).isEqualTo("2026-01-01T00:00:07Z");
    }

    /** A packet with an event of this instant. */
    private static Packet fall(SensorGroup falls, String chain, long instantNanos) {
        SampleLayout layout = new SampleLayout(falls);
        Block event = new Block(layout.setBytes());
        event.length(layout.setBytes());
        layout.writeInstant(event.bytes(), 0, instantNanos);
        event.describe(TestMbu.ORIGIN, 0, 1);
        List<Packet> packets = new ArrayList<>();
        try (ChainEncoder encoder =
                TranscodingChain.parse(chain, Transcoders.installed()).newEncoder(falls)) {
            Consumer<Block> take = block -> packets.add(Packet.of(
                    new PacketHeader(0, 0, block.originNanos(), block.firstUnit(), block.unitCount(), block.key()),
                    Arrays.copyOf(block.bytes(), block.length())));
            encoder.encode(event, take::accept);
            encoder.flush(take::accept);
        }
        return packets.get(0);
    }

    /** What the log has of an event, when the host has ended. */
    private Stream<JsonObject> lines(String event) throws IOException {
        return lines().stream().filter(line -> line.string("event").equals(event));
    }

    /** What the log has, when the host has ended. */
    private List<JsonObject> lines() throws IOException {
        stop();
        List<JsonObject> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory.resolve("audit"))) {
            for (Path file : files.filter(one -> one.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList()) {
                Files.readAllLines(file).forEach(line -> lines.add(JsonObject.parse(line)));
            }
        }
        return lines;
    }
}
