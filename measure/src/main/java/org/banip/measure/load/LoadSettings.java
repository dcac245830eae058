package org.banip.measure.load;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Frequency;
import org.banip.measure.load.client.LoadBan;
import org.banip.surrogate.store.StoreLocation;

/**
 * What is measured.
 *
 * @param mbus how many MBUs, step by step
 * @param packets packets a second of one MBU
 * @param payloadBytes of a packet
 * @param window 0: at their instants; above: as fast as acknowledgements come, with this number outstanding
 * @param times how long what takes
 * @param throughBroker whether a broker is between
 * @param storm whether the broker is killed and started again after the window
 * @param servers how they are started
 * @param clients how load processes are started
 * @param keep whether stores stay
 */
public record LoadSettings(
        List<Integer> mbus,
        Frequency packets,
        int payloadBytes,
        int window,
        Times times,
        boolean throughBroker,
        boolean storm,
        Servers servers,
        Clients clients,
        boolean keep) {
    /** Packets a second that a BAN describes whose MBU sends as fast as it can. */
    private static final Frequency NOMINAL = Frequency.ofHz(1_000);

    /**
     * How long what takes.
     *
     * @param ramp until all MBUs send
     * @param warmUp from then until the window; servers compile what runs often meanwhile
     * @param window in which things are measured
     * @param drain at most until everything is acknowledged
     */
    public record Times(Duration ramp, Duration warmUp, Duration window, Duration drain) {}

    /**
     * How servers are started.
     *
     * @param product what they are taken from
     * @param heap as the JVM's option -Xmx takes it
     * @param javaOptions more options of the JVM
     * @param hostOptions more options of the host, NAME=VALUE
     * @param brokerOptions more options of the broker, NAME=VALUE
     * @param bcryptCost of the MBUs' passwords
     * @param store the host's; empty for an SQLite file of each step
     */
    public record Servers(
            Product product,
            String heap,
            List<String> javaOptions,
            List<String> hostOptions,
            List<String> brokerOptions,
            int bcryptCost,
            Optional<StoreLocation> store) {
        /** Copies the lists. */
        public Servers {
            javaOptions = List.copyOf(javaOptions);
            hostOptions = List.copyOf(hostOptions);
            brokerOptions = List.copyOf(brokerOptions);
        }
    }

    /**
     * How load processes are started.
     *
     * @param processes how many
     * @param threads of each
     * @param registrations registrations a second, all together
     */
    public record Clients(int processes, int threads, double registrations) {}

    /**
     * Copies the list and checks what goes together.
     *
     * @throws IllegalArgumentException if something does not
     */
    public LoadSettings {
        mbus = List.copyOf(mbus);
        if (mbus.isEmpty() || mbus.stream().anyMatch(count -> count < 1 || count > 100_000)) {
            throw new IllegalArgumentException("--mbus " + mbus + ", allowed are numbers from 1 to 100000");
        }
        if (storm && !throughBroker) {
            throw new IllegalArgumentException("--storm restarts a broker: it needs --through wsb");
        }
        packets = window > 0 ? NOMINAL : packets;
        LoadBan unused = LoadBan.of(packets, payloadBytes);
    }

    boolean saturated() {
        return window > 0;
    }
}
