package org.banip.app.system;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/** Tomcat with one web archive, in the working directory. Arguments: its file and its context path. */
final class TomcatProcess {
    private TomcatProcess() {}

    public static void main(String[] args) throws Exception {
        Path base = Files.createDirectories(Path.of("tomcat" + args[1]).toAbsolutePath());
        Files.createDirectories(base.resolve("webapps"));
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.toString());
        tomcat.setAddDefaultWebXmlToWebapp(false);
        Connector connector = new Connector();
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("socket.rxBufSize", "65536");
        connector.setProperty("socket.txBufSize", "65536");
        tomcat.setConnector(connector);
        Context context = tomcat.addWebapp(args[1], args[0]);
        tomcat.start();
        if (!context.getState().isAvailable()) {
            throw new IllegalStateException("the web application does not start");
        }
        System.out.println("ready at http://127.0.0.1:" + connector.getLocalPort() + args[1] + "/ in Tomcat");
        tomcat.getServer().await();
    }
}
