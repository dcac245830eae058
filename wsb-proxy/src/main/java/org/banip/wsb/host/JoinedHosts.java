package org.banip.wsb.host;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.banip.wsb.spi.HostDirectory;
import org.banip.wsb.spi.KnownHost;

/** The hosts of a fixed list, then those of a directory. A host that both have is the list's. Any thread. */
public final class JoinedHosts implements HostDirectory {
    private final List<KnownHost> fixed;
    private final HostDirectory directory;
    private volatile Joined last;

    /** {@code all}: what became of these of the directory. */
    private record Joined(List<KnownHost> found, List<KnownHost> all) {}

    /** Both; a host of the list that has no name gets one. */
    public JoinedHosts(FixedHosts list, HostDirectory directory) {
        this.directory = directory;
        fixed = list.hosts().stream().map(JoinedHosts::named).toList();
        last = new Joined(List.of(), fixed);
    }

    private static KnownHost named(KnownHost host) {
        return host.isOnly() ? new KnownHost(FixedHosts.nameOf(host.base()), host.base(), OptionalLong.empty()) : host;
    }

    @Override
    public List<KnownHost> hosts() {
        List<KnownHost> found = directory.hosts();
        Joined joined = last;
        if (!found.equals(joined.found())) {
            joined = new Joined(found, join(found));
            last = joined;
        }
        return joined.all();
    }

    private List<KnownHost> join(List<KnownHost> found) {
        List<KnownHost> all = new ArrayList<>(fixed);
        Set<String> ids = new HashSet<>();
        Set<URI> bases = new HashSet<>();
        for (KnownHost host : fixed) {
            ids.add(host.id());
            bases.add(host.base());
        }
        for (KnownHost host : found) {
            if (bases.add(host.base()) && ids.add(host.id())) {
                all.add(host);
            }
        }
        return List.copyOf(all);
    }

    @Override
    public void close() {
        directory.close();
    }
}
