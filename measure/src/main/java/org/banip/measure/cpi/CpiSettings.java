package org.banip.measure.cpi;

import java.time.Duration;
import java.util.Optional;
import org.banip.app.source.BanSignal;
import org.banip.core.json.JsonWriter;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.relay.LinkRelay;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.uplink.Uplinks;

/**
 * Settings of a run, except the load.
 *
 * @param link between MBU and back-end
 * @param uplink its name
 * @param tls whether the MBU's connections have TLS; {@code http3} always has
 * @param packetUnits packetizer setting: sensor sets in a packet, 1 to 255, without a time limit, as in 2003
 * @param coders components after the packetizer in the chain, for example {@code deflate(level=6)}; may be empty
 * @param wholeChain the whole chain in place of packetizer and coders; empty if there is none
 * @param signal the sensors' signal
 * @param sendBufferBytes of the MBU's sockets, 0 for the system's choice
 * @param sendWindow what the MBU may have under way beyond the path's own round trip; zero for no limit
 * @param acknowledgeWithin how long the host may let an acknowledgement wait for others; empty for the MBU's own default
 * @param initialWindow segments that TCP may send at first, 0 for the system's choice
 * @param relayed whether a relay on loopback, which is approximate, replaces the emulated link
 * @param backEnd the back-end on another machine, reached over a real network; empty for one of this machine
 * @param captured whether the link's packets are kept
 * @param addressChanges how often the MBU's host gets another address during the run, at even distances
 * @param outage how long the link carries nothing, from a third of the run on; zero for no outage
 * @param outageLoses whether packets are lost in the outage, also those of the link's queue; otherwise they wait in the queue
 * @param processorTime whether processor time is measured: then the JVMs compile their code as they do in use
 * @param seed of the link's random effects
 */
public record CpiSettings(
        LinkProfile link,
        String uplink,
        boolean tls,
        int packetUnits,
        String coders,
        String wholeChain,
        BanSignal signal,
        int sendBufferBytes,
        Duration sendWindow,
        Optional<Duration> acknowledgeWithin,
        int initialWindow,
        boolean relayed,
        Optional<BackEndAccess> backEnd,
        boolean captured,
        int addressChanges,
        Duration outage,
        boolean outageLoses,
        boolean processorTime,
        long seed) {
    /** Maximum of {@link #addressChanges}. The broker remembers 32 paths of a QUIC connection (docs/links.md); the first is one of them. */
    public static final int MOST_CHANGES = 31;

    /** Maximum of {@link #outage}. */
    public static final Duration LONGEST_OUTAGE = Duration.ofMinutes(2);

    /** Is always over TLS. */
    private static final String QUIC = "http3";

    private static final int MOST_UNITS = 255;
    private static final int MOST_SEGMENTS = 1000;
    private static final int MTU = 1500;

    /** Rate of a link without a limit, because a load must be a number. */
    private static final double UNLIMITED = 1e7;

    /** Checks uplink, packetizer and window. */
    public CpiSettings {
        Uplinks.named(uplink);
        if (packetUnits < 1 || packetUnits > MOST_UNITS) {
            throw new IllegalArgumentException(
                    "packetizer of " + packetUnits + " sensor sets, allowed are 1 to " + MOST_UNITS);
        }
        if (initialWindow < 0 || initialWindow > MOST_SEGMENTS) {
            throw new IllegalArgumentException("initial window of " + initialWindow + " segments, allowed are 1 to "
                    + MOST_SEGMENTS + ", and 0 for the system's choice");
        }
        if (addressChanges < 0 || addressChanges > MOST_CHANGES) {
            throw new IllegalArgumentException(
                    addressChanges + " changes of the address, allowed are 0 to " + MOST_CHANGES);
        }
        if (addressChanges > 0 && (relayed || backEnd.isPresent())) {
            throw new IllegalArgumentException("the address can change on an emulated link only");
        }
        if (outage.isNegative() || outage.compareTo(LONGEST_OUTAGE) > 0) {
            throw new IllegalArgumentException("an outage of " + outage.toMillis() + " ms, allowed are 0 to "
                    + LONGEST_OUTAGE.toMillis() + ": a run without deliveries for longer has failed");
        }
        if (!outage.isZero() && (relayed || backEnd.isPresent())) {
            throw new IllegalArgumentException("a link can have an outage if it is emulated");
        }
        if (relayed && uplink.equals(QUIC)) {
            throw new IllegalArgumentException(
                    "uplink " + QUIC + " over a relay, which carries TCP: allowed are the uplinks over TCP");
        }
        if (relayed && (initialWindow > 0 || captured || link.links().size() > 1)) {
            throw new IllegalArgumentException("link " + link.name()
                    + " over a relay: allowed is one link, without an initial window and a capture");
        }
        if (backEnd.isPresent() && (relayed || captured || initialWindow > 0)) {
            throw new IllegalArgumentException(
                    "a back-end on another machine: not allowed are a relay, an initial window and a capture");
        }
        if (relayed) {
            LinkRelay.check(link.links().get(0));
        }
    }

    /** Begins with the same settings, over the network to a back-end on another machine. */
    public static Builder over(BackEndAccess backEnd) {
        DirectionSettings unlimited = DirectionSettings.builder().build();
        Builder builder = new Builder(LinkProfile.of(new LinkSettings("network", MTU, "system", unlimited, unlimited)));
        builder.backEnd = Optional.of(backEnd);
        return builder;
    }

    /** Begins with the uplink {@code chunked}, 140 sensor sets in a packet, no coders and a generated signal. */
    public static Builder over(LinkProfile link) {
        return new Builder(link);
    }

    /** The whole chain. */
    public String chain() {
        if (!wholeChain.isEmpty()) {
            return wholeChain;
        }
        String packetizer = "packetizer(units=" + packetUnits + ",hold=0)";
        return coders.isEmpty() ? packetizer : packetizer + "|" + coders;
    }

    /** Adds {@code acknowledgeWithinMillis} to the MBU's specification if it is set. */
    void writeAcknowledgeWithin(JsonWriter specification) {
        acknowledgeWithin.ifPresent(most -> specification.field("acknowledgeWithinMillis", most.toMillis()));
    }

    /** Uplink rate of the first link; 10 MB/s if it is not limited. */
    double linkBytesPerSecond() {
        double limit = link.links().get(0).up().bytesPerSecond();
        return Double.isFinite(limit) ? limit : UNLIMITED;
    }

    /** Collects settings. One thread. */
    public static final class Builder {
        private final LinkProfile link;
        private String uplink = Uplinks.CHUNKED;
        private boolean tls;
        private int packetUnits = 140;
        private String coders = "";
        private String wholeChain = "";
        private BanSignal signal = BanSignal.generated(15);
        private int sendBufferBytes = HttpSettings.DEFAULT.sendBufferBytes();
        private Duration sendWindow = MobileBaseUnit.DEFAULT_SEND_WINDOW;
        private Optional<Duration> acknowledgeWithin = Optional.empty();
        private int initialWindow;
        private boolean relayed;
        private Optional<BackEndAccess> backEnd = Optional.empty();
        private boolean captured;
        private int addressChanges;
        private Duration outage = Duration.ZERO;
        private boolean outageLoses;
        private boolean processorTime;
        private long seed = 1;

        private Builder(LinkProfile link) {
            this.link = link;
        }

        /** The uplink's name. */
        public Builder uplink(String name) {
            uplink = name;
            return this;
        }

        /** Whether the MBU's connections have TLS; those of {@code http3}, and those to a back-end that asks for it, have it anyway. */
        public Builder tls(boolean encrypted) {
            tls = encrypted;
            return this;
        }

        /** Sensor sets in a packet. */
        public Builder packetUnits(int units) {
            packetUnits = units;
            return this;
        }

        /** Components after the packetizer. */
        public Builder coders(String text) {
            coders = text;
            return this;
        }

        /** The whole chain; empty for the packetizer and the coders. */
        public Builder wholeChain(String text) {
            wholeChain = text;
            return this;
        }

        /** The sensors' signal. */
        public Builder signal(BanSignal produced) {
            signal = produced;
            return this;
        }

        /** Send buffer of the MBU's sockets. */
        public Builder sendBufferBytes(int bytes) {
            sendBufferBytes = bytes;
            return this;
        }

        /** What the MBU may have under way beyond the path's own round trip. */
        public Builder sendWindow(Duration beyond) {
            sendWindow = beyond;
            return this;
        }

        /** How long the host may let an acknowledgement wait for others. */
        public Builder acknowledgeWithin(Optional<Duration> most) {
            acknowledgeWithin = most;
            return this;
        }

        /** Segments that TCP may send at first. */
        public Builder initialWindow(int segments) {
            initialWindow = segments;
            return this;
        }

        /** Whether a relay replaces the link. */
        public Builder relayed(boolean relay) {
            relayed = relay;
            return this;
        }

        /** Whether the link's packets are kept, for Wireshark and other tools. */
        public Builder captured(boolean capture) {
            captured = capture;
            return this;
        }

        /** How often the MBU's host gets another address. */
        public Builder addressChanges(int times) {
            addressChanges = times;
            return this;
        }

        /** How long the link carries nothing. */
        public Builder outage(Duration length) {
            outage = length;
            return this;
        }

        /** Whether packets are lost in the outage. */
        public Builder outageLoses(boolean lost) {
            outageLoses = lost;
            return this;
        }

        /** Whether processor time is measured. */
        public Builder processorTime(boolean measured) {
            processorTime = measured;
            return this;
        }

        /** Seed of the link. */
        public Builder seed(long number) {
            seed = number;
            return this;
        }

        /** The settings. */
        public CpiSettings build() {
            return new CpiSettings(
                    link,
                    uplink,
                    tls
                            || uplink.equals(QUIC)
                            || backEnd.map(BackEndAccess::isTls).orElse(false),
                    packetUnits,
                    coders,
                    wholeChain,
                    signal,
                    sendBufferBytes,
                    sendWindow,
                    acknowledgeWithin,
                    initialWindow,
                    relayed,
                    backEnd,
                    captured,
                    addressChanges,
                    outage,
                    outageLoses,
                    processorTime,
                    seed);
        }
    }
}
