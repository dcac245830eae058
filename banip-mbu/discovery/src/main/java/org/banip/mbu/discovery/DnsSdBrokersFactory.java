package org.banip.mbu.discovery;

import java.net.InetAddress;
import java.util.List;
import java.util.stream.Collectors;
import org.banip.mbu.spi.BrokerSource;

/** Makes {@link DnsSdBrokers} of {@code [trust=DOMAIN…][,from=ADDRESS…]}. */
public final class DnsSdBrokersFactory implements BrokerSource.Factory {
    /** For {@code ServiceLoader}. */
    public DnsSdBrokersFactory() {}

    @Override
    public String name() {
        return "dnssd";
    }

    @Override
    public String description() {
        return "the brokers that announce themselves on the local network (DNS-SD over multicast DNS, _banip._tcp.local)";
    }

    @Override
    public BrokerSource open(String place) {
        SourceText text = new SourceText(place, List.of("trust", "from"));
        if (!text.first().isEmpty()) {
            throw new IllegalArgumentException("brokers: '" + text.first() + "' in 'dnssd:" + place
                    + "' must be one of trust=DOMAIN, from=ADDRESS; the service is always _banip._tcp.local");
        }
        List<InetAddress> from =
                text.all("from").stream().map(SourceText::address).collect(Collectors.toList());
        return DnsSdBrokers.of(text.all("trust"), from);
    }
}
