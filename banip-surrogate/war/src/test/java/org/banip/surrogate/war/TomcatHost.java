package org.banip.surrogate.war;

import java.net.URI;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/** Tomcat with the WAR at {@code /host}. */
final class TomcatHost {
    private final Tomcat tomcat;

    TomcatHost(Path directory) throws LifecycleException {
        this(directory, Path.of(System.getProperty("banip.war")));
    }

    /** With another WAR than the one that was built. */
    TomcatHost(Path directory, Path war) throws LifecycleException {
        tomcat = new Tomcat();
        tomcat.setBaseDir(directory.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.setAddDefaultWebXmlToWebapp(false);
        tomcat.getHost().setAppBase(directory.toString());
        Context context = tomcat.addWebapp("/host", war.toString());
        context.addParameter("banip.host.store", directory.resolve("store.db").toString());
        context.addParameter("banip.host.interconnects-per-identity", "256");
        tomcat.start();
    }

    void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }

    URI base() {
        return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/host/");
    }
}
