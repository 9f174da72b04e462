-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--
-- Host: db1    Database: shop
-- ------------------------------------------------------
-- Server version	8.0.36

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!50503 SET NAMES utf8mb4 */;

DROP TABLE IF EXISTS `customers`;
CREATE TABLE `customers` (
  `id` int NOT NULL AUTO_INCREMENT,
  `mail` varchar(255) NOT NULL COMMENT 'it''s, (the) address',
  `password` varchar(60) DEFAULT NULL,
  `ssn` bigint DEFAULT NULL,
  `meta` json DEFAULT NULL,
  `photo` blob,
  PRIMARY KEY (`id`),
  KEY `mail` (`mail`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4;

LOCK TABLES `customers` WRITE;
/*!40000 ALTER TABLE `customers` DISABLE KEYS */;
INSERT INTO `customers` VALUES (1,'@MAIL@','@PASSWORD@\'\\x',@SSNDIGITS@,'{\"password\": \"@PASSWORD@\", \"n\": 1}',_binary 'a\0b\\'),(2,'it\'s; no','x',NULL,'[]',0x00FF41);
/*!40000 ALTER TABLE `customers` ENABLE KEYS */;
UNLOCK TABLES;
CREATE USER 'app'@'@IP@' IDENTIFIED WITH mysql_native_password BY '@PASSWORD@';
UPDATE `customers` SET `password` = '@PASSWORD@' WHERE `mail` = '@MAIL@';
DELIMITER ;;
/*!50003 CREATE*/ /*!50003 TRIGGER `t` BEFORE INSERT ON `customers` FOR EACH ROW SET NEW.mail = '@MAIL@' */;;
DELIMITER ;
-- Dump completed on 2026-11-30 10:00:00
