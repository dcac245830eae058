package org.banip.surrogate.jini.lookup;

import java.net.NetworkInterface;
import java.util.HashMap;
import java.util.Map;
import net.jini.config.AbstractConfiguration;
import net.jini.config.ConfigurationException;
import net.jini.config.NoSuchEntryException;
import net.jini.jeri.BasicJeriExporter;
import net.jini.jeri.tcp.TcpServerEndpoint;
import org.banip.surrogate.jini.export.BoundedCalls;
import org.banip.surrogate.jini.transport.ListeningSockets;
import org.banip.surrogate.jini.transport.ReceiversSockets;
import org.banip.surrogate.jini.transport.Transport;

/** What Reggie asks for, named {@code component.entry}. Immutable. */
final class ReggieConfiguration extends AbstractConfiguration {
    private static final String REGGIE = "com.sun.jini.reggie.";
    private static final long UNEXPORT_MILLIS = 1000;
    /** Any port but 0, for which Reggie would take 4160 if it is free; the sockets know the port. */
    private static final int PORT_OF_THE_SOCKETS = 1;

    private final Map<String, Object> entries = new HashMap<>();

    ReggieConfiguration(LookupSettings settings, ListeningSockets discovery, ListeningSockets calls) {
        Transport transport = settings.transport();
        long lease = settings.longestLease().toMillis();
        NetworkInterface[] noMulticast = {};
        TcpServerEndpoint endpoint = TcpServerEndpoint.getInstance(
                transport.address(),
                0,
                transport.tls().map(tls -> new ReceiversSockets()).orElse(null),
                calls);
        entries.put(
                REGGIE + "serverExporter",
                new BasicJeriExporter(
                        BoundedCalls.of(endpoint, transport), new RegistrarLayer(settings.openTo()), false, true));
        entries.put(REGGIE + "serverSocketFactory", discovery);
        entries.put(REGGIE + "socketFactory", new NoSockets());
        entries.put(REGGIE + "discoveryManager", new NoDiscovery());
        entries.put(REGGIE + "unicastDiscoveryHost", transport.address());
        entries.put(REGGIE + "initialUnicastDiscoveryPort", PORT_OF_THE_SOCKETS);
        entries.put(REGGIE + "initialMemberGroups", settings.groups().toArray(String[]::new));
        entries.put(REGGIE + "multicastInterfaces", noMulticast);
        entries.put(REGGIE + "minMaxServiceLease", lease);
        entries.put(REGGIE + "minMaxEventLease", lease);
        entries.put(REGGIE + "minRenewalInterval", 0L);
        entries.put(REGGIE + "unexportTimeout", UNEXPORT_MILLIS);
        entries.put("net.jini.discovery.LookupDiscovery.multicastInterfaces", noMulticast);
    }

    @Override
    @SuppressWarnings("rawtypes") // as River declares it
    protected Object getEntryInternal(String component, String name, Class type, Object data)
            throws ConfigurationException {
        Object value = entries.get(component + "." + name);
        if (value == null) {
            throw new NoSuchEntryException("no entry " + component + "." + name);
        }
        return type.isPrimitive() ? new Primitive(value) : value;
    }
}
