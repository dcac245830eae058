package org.banip.mbu.interconnect;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.banip.mbu.broker.Brokers;
import org.banip.mbu.broker.Chosen;
import org.banip.mbu.spi.MbuEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the session and all links to another broker, and tells log and app. The thread {@code banip-brokers}. */
final class BrokerMoves implements Brokers.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerMoves.class);

    private final InterconnectSetup setup;
    private final Session session;
    private final List<Link> links;

    BrokerMoves(InterconnectSetup setup, Session session, List<Link> links) {
        this.setup = setup;
        this.session = session;
        this.links = links;
    }

    @Override
    public void moving(Chosen to) {
        session.moved(to);
    }

    @Override
    public void moved(Optional<URI> from, Chosen to, String reason) {
        if (from.isPresent()) {
            LOG.warn("{} broker {} instead of {}: {}", session.label(), to.base(), from.get(), reason);
        } else {
            LOG.info("{} broker {}: {}", session.label(), to.base(), reason);
        }
        links.forEach(link -> link.brokerChanged(to));
        setup.events().emit(new MbuEvent.BrokerChanged(from, to.base(), reason));
        setup.progress().changed();
    }

    @Override
    public void looked(String news) {
        LOG.info("{} broker {}", session.label(), news);
    }
}
