package org.banip.surrogate.jini.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.banip.core.error.BanipException;
import org.banip.surrogate.jini.service.SurrogateProxy;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.jspecify.annotations.Nullable;

/** The surrogates that one lookup service knows. Finds the lookup service again after it was away. One thread. */
public final class LookupDirectory implements SurrogateDirectory {
    private final LookupAddress at;
    private final Transport transport;
    private final AllowedHosts hosts;
    private final Consumer<String> leftOut;
    private @Nullable LookupClient client;

    /**
     * A directory of surrogates that are on the lookup service's machine, or on this one.
     *
     * @param at where the lookup service is
     * @param transport how it is called
     */
    public LookupDirectory(LookupAddress at, Transport transport) {
        this(at, transport, AllowedHosts.of(at));
    }

    /**
     * A directory.
     *
     * @param at where the lookup service is
     * @param transport how it is called
     * @param hosts where surrogates may be; others are left out
     */
    public LookupDirectory(LookupAddress at, Transport transport, AllowedHosts hosts) {
        this(at, transport, hosts, address -> {});
    }

    LookupDirectory(LookupAddress at, Transport transport, AllowedHosts hosts, Consumer<String> leftOut) {
        this.at = at;
        this.transport = transport;
        this.hosts = hosts;
        this.leftOut = leftOut;
    }

    @Override
    public List<ListedSurrogate> surrogates() throws IOException {
        return ask(LookupClient::surrogates, false);
    }

    @Override
    public List<ListedSurrogate> ended() throws IOException {
        return ask(LookupClient::ended, true);
    }

    private List<ListedSurrogate> ask(Function<LookupClient, List<FoundSurrogate>> question, boolean ended)
            throws IOException {
        try {
            List<ListedSurrogate> all = new ArrayList<>();
            for (FoundSurrogate found : question.apply(client())) {
                listed(found, ended).ifPresent(all::add);
            }
            return all;
        } catch (BanipException e) {
            forget();
            throw new IOException(e.getMessage(), e);
        } catch (RuntimeException | LinkageError e) {
            forget();
            throw e;
        }
    }

    private void forget() {
        LookupClient known = client;
        client = null;
        if (known != null) {
            known.close();
        }
    }

    private LookupClient client() {
        LookupClient known = client;
        if (known == null) {
            known = LookupClient.find(at, transport, hosts, leftOut);
            client = known;
        }
        return known;
    }

    /** Empty if the attributes are not those that hosts of BANip give. */
    private static Optional<ListedSurrogate> listed(FoundSurrogate found, boolean ended) {
        if (!(found.surrogate() instanceof SurrogateProxy proxy)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ListedSurrogate(
                    UUID.fromString(found.session()),
                    found.ban(),
                    found.host(),
                    found.activatedNanos(),
                    proxy.at(),
                    ended));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
