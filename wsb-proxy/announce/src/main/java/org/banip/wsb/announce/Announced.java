package org.banip.wsb.announce;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Name;
import org.xbill.DNS.PTRRecord;
import org.xbill.DNS.Record;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.TXTRecord;
import org.xbill.DNS.Type;

/**
 * The records of a broker on one network (RFC 6763): its instance name, where that is ({@code SRV}), the scheme and path of its URL ({@code TXT}), and the
 * address of its name, if that is in {@code local}. The instance is called like the broker's name and port, with blanks for points, because
 * not every program reads points in it. So two brokers do not have one name by chance. Immutable.
 */
final class Announced {
    private static final Name SERVICE = Name.fromConstantString("_banip._tcp.local.");
    private static final Name ALL_SERVICES = Name.fromConstantString("_services._dns-sd._udp.local.");
    private static final Name LOCAL = Name.fromConstantString("local.");
    /** For records that have a host's name or address, and for all others (RFC 6762, section 10). */
    private static final int HOST_SECONDS = 120;

    private static final int OTHER_SECONDS = 4500;
    private static final int LONGEST_LABEL = 63;

    private final String host;
    private final int port;
    private final String scheme;
    private final InetAddress address;
    private final Name instance;
    private final List<Record> shared = new ArrayList<>();
    private final List<Record> ofInstance = new ArrayList<>();
    private final List<Record> ofHost = new ArrayList<>();
    private final int number;

    /**
     * A broker.
     *
     * @param host its name, without a point at its end
     * @param address at which it is announced
     */
    Announced(String host, int port, String scheme, InetAddress address) throws IOException {
        this(host, port, scheme, address, 1);
    }

    private Announced(String host, int port, String scheme, InetAddress address, int number) throws IOException {
        this.host = host;
        this.port = port;
        this.scheme = scheme;
        this.address = address;
        this.number = number;
        Name target = Name.fromString(host + ".");
        instance = Name.concatenate(
                label(host.replace('.', ' ') + " " + port + (number == 1 ? "" : " (" + number + ")")), SERVICE);
        shared.add(new PTRRecord(SERVICE, DClass.IN, OTHER_SECONDS, instance));
        shared.add(new PTRRecord(ALL_SERVICES, DClass.IN, OTHER_SECONDS, SERVICE));
        ofInstance.add(new SRVRecord(instance, DClass.IN, HOST_SECONDS, 0, 0, port, target));
        ofInstance.add(
                new TXTRecord(instance, DClass.IN, OTHER_SECONDS, List.of("txtvers=1", "scheme=" + scheme, "path=/")));
        if (target.subdomain(LOCAL)) {
            ofHost.add(
                    address instanceof Inet4Address
                            ? new ARecord(target, DClass.IN, HOST_SECONDS, address)
                            : new AAAARecord(target, DClass.IN, HOST_SECONDS, address));
        }
    }

    /** The same under the next instance name, because somebody else has this one. */
    Announced renamed() throws IOException {
        return new Announced(host, port, scheme, address, number + 1);
    }

    /** A label with any characters; only its end is kept if it is too long. */
    private static Name label(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        StringBuilder escaped = new StringBuilder();
        for (int b = Math.max(0, bytes.length - LONGEST_LABEL); b < bytes.length; b++) {
            escaped.append(String.format(Locale.ROOT, "\\%03d", bytes[b]));
        }
        return Name.fromString(escaped.toString());
    }

    /** All records, in the order of an announcement. */
    List<Record> all() {
        List<Record> all = new ArrayList<>(shared);
        all.addAll(unique());
        return all;
    }

    /** Those that only this broker may have. */
    List<Record> unique() {
        List<Record> all = new ArrayList<>(ofInstance);
        all.addAll(ofHost);
        return all;
    }

    /** Those that are no longer true when the broker ends. */
    List<Record> ending() {
        List<Record> all = unique();
        all.add(0, shared.get(0));
        return all;
    }

    boolean isShared(Record record) {
        return shared.contains(record);
    }

    /** What somebody who gets this answer will ask next (RFC 6763, section 12). */
    List<Record> additional(List<Record> answers) {
        List<Record> more = new ArrayList<>();
        if (answers.contains(shared.get(0))) {
            more.addAll(unique());
        } else if (answers.contains(ofInstance.get(0))) {
            more.addAll(ofHost);
        }
        more.removeAll(answers);
        return more;
    }

    /** Whether a record of somebody else says something else of the instance. */
    boolean contradictsInstance(Record record) {
        return contradicts(ofInstance, record);
    }

    /** Whether a record of somebody else says something else of the broker's name. Other addresses of this machine are no contradiction. */
    boolean contradictsHost(Record record) {
        return contradicts(ofHost, record);
    }

    private static boolean contradicts(List<Record> own, Record record) {
        List<Record> same = own.stream()
                .filter(each -> each.getName().equals(record.getName()) && each.getType() == record.getType())
                .collect(Collectors.toList());
        return !same.isEmpty() && same.stream().noneMatch(each -> Records.isSameData(each, record));
    }

    /** The instance's name as people see it. */
    String label() {
        return new String(instance.getLabel(0), 1, instance.getLabel(0)[0], StandardCharsets.US_ASCII);
    }

    /** The names that are probed: nobody else may have them. */
    List<Record> probes() {
        List<Record> questions = new ArrayList<>();
        questions.add(Record.newRecord(instance, Type.ANY, DClass.IN));
        ofHost.forEach(record -> questions.add(Record.newRecord(record.getName(), Type.ANY, DClass.IN)));
        return questions;
    }

    @Override
    public String toString() {
        return scheme + "://" + host + ":" + port + "/";
    }
}
