package org.banip.surrogate.wire;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;

/** One session of an MBU that does exactly what a test says; the chain is the plain packetizer. */
public final class TestMbu {
    /** Sensor sets in each packet. */
    public static final int UNITS = 4;
    /** Instant of unit 0. */
    public static final long ORIGIN = 1_767_225_600_000_000_000L;
    /** Two groups: ecg with two channels of two bytes, temperature with one. */
    public static final BanDescription BAN = new BanDescription(
            "ban-17",
            List.of(
                    SensorGroup.live(
                            "ecg",
                            Frequency.ofHz(360),
                            List.of(
                                    Channel.ofGain("MLII", "mV", 11, 0, 2047, 200, 1024),
                                    Channel.ofGain("V5", "mV", 11, 0, 2047, 200, 1024))),
                    new SensorGroup(
                            "temperature",
                            Frequency.parse("1/60"),
                            ServiceClass.BULK,
                            Duration.ofMinutes(1),
                            List.of(new Channel("skin", "Cel", 12, 0, 4000, 10, 50)))));

    private static final String CHAIN = "packetizer(units=" + UNITS + ",hold=0)";

    private final URI base;
    private final UUID session;
    private final Map<String, String> headers;
    private final String chain;
    private final BanDescription ban;

    /** A session at a host on loopback. */
    public TestMbu(URI base) {
        this(base, Map.of(), CHAIN);
    }

    /** The same with these headers on every request, and another chain. */
    public TestMbu(URI base, Map<String, String> headers, String chain) {
        this(base, headers, chain, BAN);
    }

    /** The same with another BAN. */
    public TestMbu(URI base, Map<String, String> headers, String chain, BanDescription ban) {
        this(base, UUID.randomUUID(), headers, chain, ban);
    }

    private TestMbu(URI base, UUID session, Map<String, String> headers, String chain, BanDescription ban) {
        this.ban = ban;
        this.base = base;
        this.session = session;
        this.headers = headers;
        this.chain = chain;
    }

    /** A session of this identity. */
    public static TestMbu of(URI base, String identity) {
        return new TestMbu(base, Map.of(Protocol.IDENTITY_HEADER, identity), CHAIN);
    }

    /** A session whose requests may be sent right behind its registration. */
    public static TestMbu early(URI base, String identity) {
        return new TestMbu(
                base,
                Map.of(Protocol.IDENTITY_HEADER, identity, Protocol.AWAIT_HEADER, Protocol.AWAIT_REGISTRATION),
                CHAIN);
    }

    /** The same session at another host. */
    public TestMbu at(URI other) {
        return new TestMbu(other, session, headers, chain, ban);
    }

    /** The same session with another description. */
    public TestMbu describing(BanDescription other) {
        return new TestMbu(base, session, headers, chain, other);
    }

    /** The same session over a path of this name. */
    public TestMbu onPath(String name) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(Protocol.PATH_HEADER, name);
        return new TestMbu(base, session, more, chain, ban);
    }

    /** The session's UUID. */
    public UUID session() {
        return session;
    }

    /** Path of the interconnect, relative to the base URL. */
    public String surrogate() {
        return "interconnects/" + session;
    }

    /** Path of its data resource. */
    public String dataPath() {
        return surrogate() + "/data";
    }

    /** The registration it posts. */
    public RegistrationRequest registration() {
        return RegistrationRequest.builder(session, chain, ban).build();
    }

    /** The same of an MBU that may add groups. */
    public RegistrationRequest adding() {
        return registration().toBuilder().retiring(true).adding(true).build();
    }

    /** Registers and expects to be served. */
    public RegistrationAnswer register() throws IOException {
        WireAnswer answer = post(registration().toJson());
        if (answer.status() != 201) {
            throw new AssertionError("registration answered " + answer.status() + " " + answer.text());
        }
        return RegistrationAnswer.fromJson(answer.text());
    }

    /** Registers with these commands and expects to be served. */
    public void declare(CommandDeclaration first, CommandDeclaration... more) throws IOException {
        List<CommandDeclaration> commands = new ArrayList<>(List.of(more));
        commands.add(0, first);
        WireAnswer answer = post(registration().taking(commands).toJson());
        if (answer.status() != 201) {
            throw new AssertionError("registration answered " + answer.status() + " " + answer.text());
        }
    }

    /** Registers with this document. */
    public WireAnswer post(String document) throws IOException {
        try (HttpWire wire = connect()) {
            return wire.exchange(
                    "POST", "interconnects", Protocol.JSON_TYPE, document.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** One data request with this body. */
    public WireAnswer send(byte[] body) throws IOException {
        try (HttpWire wire = connect()) {
            return wire.exchange("POST", dataPath(), Protocol.FRAMES_TYPE, body);
        }
    }

    /** One data request with packets {@code from} to {@code to} − 1 of group 0. */
    public WireAnswer send(long from, long to) throws IOException {
        return send(Frames.body(2, packets(0, from, to)));
    }

    /** Begins an endless data request. */
    public HttpWire beginData() throws IOException {
        HttpWire wire = connect();
        wire.beginChunked(dataPath(), Protocol.FRAMES_TYPE);
        return wire;
    }

    /** Begins a data request whose answer is a reverse channel. */
    public HttpWire beginDuplex() throws IOException {
        HttpWire wire = connect();
        wire.beginChunked(surrogate() + "/duplex", Protocol.FRAMES_TYPE);
        return wire;
    }

    /** Opens a reverse channel. */
    public ReverseWire reverse() throws IOException {
        return new ReverseWire(base, surrogate(), headers);
    }

    /** Deregisters. */
    public WireAnswer delete() throws IOException {
        try (HttpWire wire = connect()) {
            return wire.exchange("DELETE", surrogate());
        }
    }

    /** A connection to the host. */
    public HttpWire connect() throws IOException {
        return new HttpWire(base, headers);
    }

    /** Packets of a group, one after the other on one sampling grid. */
    public static List<Packet> packets(int group, long from, long to) {
        List<Packet> packets = new ArrayList<>();
        LongStream.range(from, to).forEach(sequence -> packets.add(packet(group, sequence)));
        return packets;
    }

    /** A packet of plain sensor sets that tell their number. */
    public static Packet packet(int group, long sequence) {
        SensorGroup described = BAN.groups().get(group);
        byte[] payload = new byte[UNITS * described.setBytes()];
        for (int at = 0; at < payload.length; at += 2) {
            int value = (int) ((sequence * UNITS + at) % 2000);
            payload[at] = (byte) value;
            payload[at + 1] = (byte) (value >> 8);
        }
        return Packet.of(new PacketHeader(group, sequence, ORIGIN, sequence * UNITS, UNITS, true), payload);
    }

    /** A gap in place of {@code count} packets. */
    public static Gap gap(int group, long sequence, long count) {
        return new Gap(group, sequence, count, ORIGIN, sequence * UNITS, count * UNITS, Gap.Reason.SPOOL_FULL);
    }
}
