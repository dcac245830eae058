package org.banip.river;

import com.sun.jini.reggie.TransientRegistrarImpl;
import java.net.NetworkInterface;
import java.util.Map;
import javax.net.ServerSocketFactory;
import net.jini.jeri.BasicILFactory;
import net.jini.jeri.BasicJeriExporter;
import net.jini.jeri.tcp.TcpServerEndpoint;

/** A lookup service inside this JVM that answers unicast discovery on the loopback interface, without multicast. */
final class LoopbackReggie extends TransientRegistrarImpl {
    private static final String HOST = "127.0.0.1";
    /** For 0, Reggie would take 4160; the sockets take a free port, whatever it asks for. */
    private static final int ANY_BUT_ZERO = 1;

    LoopbackReggie() throws Exception {
        super(configuration(), service -> true);
    }

    private static MapConfiguration configuration() {
        String reggie = "com.sun.jini.reggie.";
        NetworkInterface[] noMulticast = {};
        ServerSocketFactory sockets = new LoopbackServerSockets();
        TcpServerEndpoint endpoint = TcpServerEndpoint.getInstance(HOST, 0, null, sockets);
        return new MapConfiguration(Map.of(
                reggie + "serverExporter",
                new BasicJeriExporter(endpoint, new BasicILFactory(), false, true),
                reggie + "serverSocketFactory",
                sockets,
                reggie + "unicastDiscoveryHost",
                HOST,
                reggie + "initialUnicastDiscoveryPort",
                ANY_BUT_ZERO,
                reggie + "multicastInterfaces",
                noMulticast,
                "net.jini.discovery.LookupDiscovery.multicastInterfaces",
                noMulticast));
    }
}
