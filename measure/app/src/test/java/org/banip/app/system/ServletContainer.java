package org.banip.app.system;

import java.io.File;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The servlet containers the web archives are made for. */
public enum ServletContainer {
    /** Tomcat 11. */
    TOMCAT(TomcatProcess.class, "/tomcat-"),
    /** Jetty 12. */
    JETTY(JettyProcess.class, "/org/eclipse/jetty/|/jakarta.servlet-api-|/slf4j-api-|/logback-");

    private final Class<?> main;
    private final Pattern libraries;

    ServletContainer(Class<?> main, String libraries) {
        this.main = main;
        this.libraries = Pattern.compile(libraries);
    }

    /** The class that starts it. */
    Class<?> main() {
        return main;
    }

    /** Its own libraries, and the classes that start it. */
    String classPath(List<String> all) {
        return all.stream()
                .filter(entry -> libraries.matcher(entry).find() || entry.endsWith("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
