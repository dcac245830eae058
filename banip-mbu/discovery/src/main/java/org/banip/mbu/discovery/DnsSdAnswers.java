package org.banip.mbu.discovery;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.banip.mbu.spi.BrokerSource;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.PTRRecord;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.Section;
import org.xbill.DNS.TXTRecord;
import org.xbill.DNS.Type;

/** What was answered to one search, of everybody on the network, put together. Bounded: what is beyond the bounds is ignored. One thread. */
final class DnsSdAnswers {
    /** The service of all brokers. */
    static final Name SERVICE = Name.fromConstantString("_banip._tcp.local.");

    private static final Name LOCAL = Name.fromConstantString("local.");
    private static final int MOST_ADDRESSES = 16;
    /** The highest bit of the class says something else in multicast DNS (RFC 6762, section 10.2). */
    private static final int CLASS = 0x7FFF;

    private final Set<Name> instances = new LinkedHashSet<>();
    private final Map<Name, SRVRecord> places = new LinkedHashMap<>();
    private final Map<Name, TXTRecord> texts = new LinkedHashMap<>();
    private final Map<Name, Set<InetAddress>> addresses = new LinkedHashMap<>();

    /**
     * A service that is there.
     *
     * @param target the name of its host, as it was announced
     * @param scheme of its URL; {@code https} if nothing is said
     * @param path of its URL; {@code /} if nothing is said
     */
    record Service(String target, int port, int priority, int weight, String scheme, String path) {}

    /**
     * Takes an answer.
     *
     * @param network on which it came; addresses that are valid there only get it as their scope
     * @return whether it is one; everything else is ignored
     */
    boolean take(byte[] datagram, int id, NetworkInterface network) {
        Message message;
        try {
            message = new Message(datagram);
        } catch (IOException | RuntimeException e) { // whatever somebody sends must not end the search
            return false;
        }
        if (!message.getHeader().getFlag(Flags.QR)
                || message.getHeader().getID() != id
                || message.getHeader().getRcode() != Rcode.NOERROR) {
            return false;
        }
        message.getSection(Section.ANSWER).forEach(record -> take(record, network));
        message.getSection(Section.ADDITIONAL).forEach(record -> take(record, network));
        return true;
    }

    private void take(Record record, NetworkInterface network) {
        if ((record.getDClass() & CLASS) != DClass.IN || record.getTTL() == 0) { // 0: it goes away
            return;
        }
        if (record instanceof PTRRecord pointer) {
            Name instance = pointer.getTarget();
            if (record.getName().equals(SERVICE)
                    && instance.subdomain(SERVICE)
                    && instance.labels() == SERVICE.labels() + 1
                    && instances.size() < BrokerSource.MOST) {
                instances.add(instance);
            }
        } else if (record instanceof SRVRecord place) {
            put(places, place);
        } else if (record instanceof TXTRecord text) {
            put(texts, text);
        } else if (record instanceof ARecord address) {
            takeAddress(record.getName(), address.getAddress());
        } else if (record instanceof AAAARecord address) {
            takeAddress(record.getName(), scoped(address.getAddress(), network));
        }
    }

    private static <R extends Record> void put(Map<Name, R> map, R record) {
        if (record.getName().subdomain(SERVICE)
                && (map.size() < BrokerSource.MOST || map.containsKey(record.getName()))) {
            map.put(record.getName(), record);
        }
    }

    private static InetAddress scoped(InetAddress address, NetworkInterface network) {
        if (!address.isLinkLocalAddress()) {
            return address;
        }
        try {
            return Inet6Address.getByAddress(null, address.getAddress(), network);
        } catch (UnknownHostException e) {
            return address;
        }
    }

    private void takeAddress(Name name, InetAddress address) {
        if (!name.subdomain(LOCAL) || address.isMulticastAddress() || address.isAnyLocalAddress()) {
            return;
        }
        if (addresses.size() < BrokerSource.MOST || addresses.containsKey(name)) {
            Set<InetAddress> all = addresses.computeIfAbsent(name, any -> new LinkedHashSet<>());
            if (all.size() < MOST_ADDRESSES) {
                all.add(address);
            }
        }
    }

    /** What must still be asked for, because those who answered did not say it at once (RFC 6763, section 12). */
    List<Record> missing() {
        List<Record> questions = new ArrayList<>();
        for (Name instance : instances) {
            SRVRecord place = places.get(instance);
            if (place == null || !texts.containsKey(instance)) {
                questions.add(Record.newRecord(instance, Type.ANY, DClass.IN));
            }
            if (place != null && place.getTarget().subdomain(LOCAL) && !addresses.containsKey(place.getTarget())) {
                questions.add(Record.newRecord(place.getTarget(), Type.A, DClass.IN));
                questions.add(Record.newRecord(place.getTarget(), Type.AAAA, DClass.IN));
            }
        }
        return questions;
    }

    /** Whether there is a service. */
    boolean isAny() {
        return !instances.isEmpty();
    }

    /** All of which the place is known. */
    List<Service> services() {
        List<Service> services = new ArrayList<>();
        for (Name instance : instances) {
            SRVRecord place = places.get(instance);
            if (place != null) {
                Optional<TXTRecord> text = Optional.ofNullable(texts.get(instance));
                services.add(new Service(
                        place.getTarget().toString(true),
                        place.getPort(),
                        place.getPriority(),
                        place.getWeight(),
                        text.flatMap(record -> value(record, "scheme")).orElse("https"),
                        text.flatMap(record -> value(record, "path")).orElse("/")));
            }
        }
        return services;
    }

    /** "If a client receives a TXT record containing the same key more than once, then the client MUST silently ignore all but the first" (RFC 6763, 6.4). */
    private static Optional<String> value(TXTRecord text, String key) {
        for (byte[] string : text.getStringsAsByteArrays()) {
            String pair = new String(string, StandardCharsets.UTF_8);
            int equals = pair.indexOf('=');
            if (equals > 0 && pair.substring(0, equals).equalsIgnoreCase(key)) {
                return Optional.of(pair.substring(equals + 1));
            }
        }
        return Optional.empty();
    }

    /** The addresses of names in {@code local}, by the names in lower case without a point at their end. */
    Map<String, List<InetAddress>> addresses() {
        Map<String, List<InetAddress>> all = new LinkedHashMap<>();
        addresses.forEach((name, found) -> all.put(name.toString(true).toLowerCase(Locale.ROOT), List.copyOf(found)));
        return Collections.unmodifiableMap(all);
    }
}
