package org.banip.mbu.discovery;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.banip.core.text.Quoted;
import org.banip.mbu.spi.BrokerSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The brokers that announce themselves on the local network: services {@code _banip._tcp.local} of DNS-SD (RFC 6763) over multicast DNS (RFC 6762).
 * Anybody on the network can answer, so a broker counts only if its name is at or below one that the app trusts, and TLS must prove that name
 * (docs/discovery.md). Nothing listens: each question has a port of its own, to which answers come by unicast (RFC 6762, section 5.1). One thread at a
 * time, except for {@link #addresses} and {@link #close}.
 */
public final class DnsSdBrokers implements BrokerSource {
    /** The port of multicast DNS. */
    static final int PORT = 5353;

    private static final Logger LOG = LoggerFactory.getLogger(DnsSdBrokers.class);
    /** No public authority certifies a name of this domain, and it means the local network only (RFC 6762, section 3). */
    private static final String LOCAL = "local";

    private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9._~/-]{0,200}");

    private final TrustedNames trusted;
    private final MulticastQuestions questions;
    private volatile Map<String, List<InetAddress>> addresses = Collections.emptyMap();
    /** Searches since the last one that found a broker. */
    private int inVain;
    /** Whether the system is to look all names up. */
    private volatile boolean systemsTurn;

    private String logged = "";

    private DnsSdBrokers(TrustedNames trusted, MulticastQuestions questions) {
        this.trusted = trusted;
        this.questions = questions;
    }

    /** Those on all networks of this machine, with names in {@code local}. */
    public static DnsSdBrokers of() {
        return of(List.of(), List.of());
    }

    /**
     * Those on some networks, or with other names.
     *
     * @param trusted domains to whose hosts the MBU may send its credentials; if there is none, {@code local}
     * @param from addresses of this machine, on whose networks brokers are looked for; if there is none, on all but loopback
     * @throws IllegalArgumentException if one is no domain, or a whole top-level domain other than {@code local}
     */
    public static DnsSdBrokers of(List<String> trusted, List<InetAddress> from) {
        return of(trusted, new MulticastQuestions(List.copyOf(from), PORT, MulticastQuestions.FIRST_INTERVAL));
    }

    static DnsSdBrokers of(List<String> trusted, MulticastQuestions questions) {
        return new DnsSdBrokers(new TrustedNames(trusted.isEmpty() ? List.of(LOCAL) : trusted, LOCAL), questions);
    }

    @Override
    public List<Broker> brokers() throws IOException {
        try {
            List<Broker> found = found();
            inVain = 0;
            systemsTurn = false;
            return found;
        } catch (IOException e) {
            inVain++;
            systemsTurn = inVain % 2 == 0;
            throw e;
        }
    }

    private List<Broker> found() throws IOException {
        DnsSdAnswers answers = questions.ask();
        List<Broker> found = new ArrayList<>();
        String refused = "";
        for (DnsSdAnswers.Service service : answers.services()) {
            String problem = problem(service);
            if (problem.isEmpty() && found.size() < MOST) {
                found.add(new Broker(
                        URI.create(service.scheme() + "://" + target(service).orElse("") + ":" + service.port()
                                + service.path()),
                        service.priority(),
                        service.weight()));
            } else if (refused.isEmpty()) {
                refused = problem; // still empty if there are too many
            }
        }
        if (found.isEmpty()) {
            throw new IOException(refused.isEmpty() ? "no broker announces itself " + questions : refused);
        }
        addresses = answers.addresses();
        log(refused);
        return found;
    }

    private void log(String refused) {
        if (!refused.isEmpty() && !refused.equals(logged)) {
            LOG.warn("brokers: {}", refused);
        }
        logged = refused;
    }

    /** Why a service is no broker of this MBU; empty if it is one. */
    private String problem(DnsSdAnswers.Service service) {
        Optional<String> target = target(service);
        boolean http = service.scheme().equals("https") || service.scheme().equals("http");
        boolean path = PATH.matcher(service.path()).matches()
                && !service.path().contains("//")
                && !service.path().contains("/.");
        if (!target.isPresent() || service.port() == 0 || !http || !path) {
            return "the local network names " + service.target() + ", port " + service.port() + ", scheme "
                    + Quoted.of(service.scheme()) + ", path " + Quoted.of(service.path())
                    + ", as a broker, which cannot be one";
        }
        return trusted.has(target.get())
                ? ""
                : "the local network names " + target.get() + " as a broker; it is not in " + trusted
                        + ", so it gets no credentials. If it is right, trust it (dnssd:trust=" + target.get() + ")";
    }

    private static Optional<String> target(DnsSdAnswers.Service service) {
        try {
            return Optional.of(TrustedNames.normalized(service.target()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * For names in {@code local} that were announced, what their machines said with it: not every system looks such names up. If searches find nothing
     * any more, the addresses may be old, or the network may not carry multicast any more: after each second of these searches it is the system's turn.
     */
    @Override
    public List<InetAddress> addresses(String host) {
        return systemsTurn ? List.of() : addresses.getOrDefault(host.toLowerCase(Locale.ROOT), List.of());
    }

    @Override
    public void close() {
        questions.close();
    }

    @Override
    public String toString() {
        return "dnssd:trust=" + trusted;
    }
}
