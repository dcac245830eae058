package org.banip.app.system;

import java.nio.file.Path;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Jetty with one web archive. Arguments: its file and its context path. */
final class JettyProcess {
    private JettyProcess() {}

    public static void main(String[] args) throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        connector.setAcceptedReceiveBufferSize(65_536);
        connector.setAcceptedSendBufferSize(65_536);
        server.addConnector(connector);
        WebAppContext context = new WebAppContext();
        context.setContextPath(args[1]);
        context.setWar(Path.of(args[0]).toUri().toString());
        context.setThrowUnavailableOnStartupException(true);
        server.setHandler(context);
        server.start();
        System.out.println("ready at http://127.0.0.1:" + connector.getLocalPort() + args[1] + "/ in Jetty");
        server.join();
    }
}
