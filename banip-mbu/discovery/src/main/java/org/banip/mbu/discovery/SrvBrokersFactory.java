package org.banip.mbu.discovery;

import java.util.List;
import java.util.stream.Collectors;
import org.banip.mbu.spi.BrokerSource;

/** Makes {@link SrvBrokers} of {@code DOMAIN[,trust=DOMAIN…][,server=ADDRESS[:PORT]…]}. */
public final class SrvBrokersFactory implements BrokerSource.Factory {
    /** For {@code ServiceLoader}. */
    public SrvBrokersFactory() {}

    @Override
    public String name() {
        return "srv";
    }

    @Override
    public String description() {
        return "the brokers that a domain names in its DNS (SRV records of _banip._tcp.DOMAIN)";
    }

    @Override
    public BrokerSource open(String place) {
        SourceText text = new SourceText(place, List.of("trust", "server"));
        if (text.first().isEmpty()) {
            throw new IllegalArgumentException("brokers: srv needs a domain: srv:example.org");
        }
        return SrvBrokers.of(
                text.first(),
                text.all("trust"),
                text.all("server").stream().map(SourceText::server).collect(Collectors.toList()));
    }
}
