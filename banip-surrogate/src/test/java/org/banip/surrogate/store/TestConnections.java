package org.banip.surrogate.store;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import java.util.ServiceLoader;

/** Connections of tests. {@code DriverManager} forgets all drivers when a test ends a web application, as it should. */
public final class TestConnections {
    private TestConnections() {}

    /** A new connection to an SQLite file. */
    public static Connection open(String url) throws SQLException {
        return open(url, new Properties());
    }

    /** A new connection of this user. */
    public static Connection open(String url, String user, String password) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", password);
        return open(url, login);
    }

    private static Connection open(String url, Properties login) throws SQLException {
        for (Driver driver : ServiceLoader.load(Driver.class, TestConnections.class.getClassLoader())) {
            if (driver.acceptsURL(url)) {
                return driver.connect(url, login);
            }
        }
        throw new SQLException("no driver accepts " + url);
    }
}
